import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import classes from './facets.module.css';
import { PANEL_WIDTH, panelWidth } from './use-filters.js';

const STEP = 16;

interface PanelEdgeProps {
  width: number;
  onWidth: (width: number) => void;
}

/** Lets the edge of the panel be pulled: by the pointer, by the arrow keys, and back to its usual width by a double click. */
export function PanelEdge({ width, onWidth }: PanelEdgeProps) {
  const pulled = useRef<{ from: number } | null>(null);

  // While it is pulled only the layout follows: the records are drawn anew once, at the end.
  function lay(edge: Element, width: number) {
    const found = edge.closest<HTMLElement>('[data-beside]');
    found?.style.setProperty('--panel-width', `${width}px`);
    edge.setAttribute('aria-valuenow', String(width));
  }

  function move({ clientX, currentTarget }: PointerEvent) {
    if (!pulled.current) return;
    lay(currentTarget, panelWidth(width + clientX - pulled.current.from));
  }

  function end({ clientX }: PointerEvent) {
    if (!pulled.current) return;
    const to = panelWidth(width + clientX - pulled.current.from);
    pulled.current = null;
    if (to !== width) onWidth(to);
  }

  function onKeyDown(event: KeyboardEvent) {
    const to = { ArrowLeft: width - STEP, ArrowRight: width + STEP, Home: PANEL_WIDTH.least, End: PANEL_WIDTH.most }[
      event.key
    ];
    if (to === undefined) return;
    event.preventDefault();
    onWidth(panelWidth(to));
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a line that can be moved is no thematic break
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the filters"
      aria-valuemin={PANEL_WIDTH.least}
      aria-valuemax={PANEL_WIDTH.most}
      aria-valuenow={width}
      tabIndex={0}
      className={classes.edge}
      title="Pull for another width; double click for the usual one"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        pulled.current = { from: event.clientX };
      }}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => onWidth(PANEL_WIDTH.usual)}
      onKeyDown={onKeyDown}
    />
  );
}
