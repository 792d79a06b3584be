import { ActionIcon } from '@mantine/core';
import { useFocusTrap, useMergedRef, useWindowEvent } from '@mantine/hooks';
import { IconBaselineDensitySmall, IconMaximize, IconMinimize } from '@tabler/icons-react';
import { LIMITS } from '@tidewaiter/contract';
import { type ReactNode, useRef, useState } from 'react';
import { SelectionLine } from './selection.js';
import classes from './table-frame.module.css';
import { useTableLayout } from './table-layout.js';

interface TableFrameProps {
  /** Its rows do not fit into its height: compact ones are offered. */
  long: boolean;
  compact: boolean;
  onCompact: (compact: boolean) => void;
  /** The pager below the table, also while it fills the window; what is chosen of the table stands in it. */
  foot: (chosen: ReactNode) => ReactNode;
  /** It stands over the table's edge. */
  drawer: ReactNode;
  children: ReactNode;
}

/** These layers can be open above the table where it fills the window. */
const ABOVE = '[aria-modal=true]:not([data-filled]), [role=menu], [data-record-drawer]';

/** Frames the table, 500 px high (SPEC 2) or as large as the window until Escape, with its tools at its foot. */
export function TableFrame({ long, compact, onCompact, foot, drawer, children }: TableFrameProps) {
  const [filled, setFilled] = useState(false);
  const frame = useRef<HTMLElement>(null);
  const ref = useMergedRef(frame, useFocusTrap(filled));
  const { columns, offered } = useTableLayout();

  function onEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !filled || document.querySelector(ABOVE) !== null) return;
    const target = event.target as Node;
    // A dialog that this key closes may be gone already; the body has the focus where its last owner is gone.
    if (target === document.body || frame.current?.contains(target)) setFilled(false);
  }
  // Before what is open closes: it takes the key for itself, also while the focus is not yet in it.
  useWindowEvent('keydown', onEscape, { capture: true });

  const Size = filled ? IconMinimize : IconMaximize;
  return (
    <section
      ref={ref}
      className={`stack gap-4 no-ring ${classes.frame}`}
      data-filled={filled || undefined}
      aria-label="Results table"
      {...(filled && { role: 'dialog', 'aria-modal': true, tabIndex: -1 })}
    >
      <div className="min-h-0" style={filled ? undefined : { height: LIMITS.tableHeightPx }}>
        {children}
      </div>
      <div className={`row wrap gap-4-16 ${classes.foot}`}>
        <div className="row gap-8 min-h-32">
          <p className="soft small">
            {columns.length} of {offered.length} columns
          </p>
          {(long || compact) && (
            <ActionIcon
              variant={compact ? 'light' : 'subtle'}
              color={compact ? 'sea' : 'gray'}
              size={32}
              title="Compact rows"
              aria-label="Compact rows"
              aria-pressed={compact}
              onClick={() => onCompact(!compact)}
            >
              <IconBaselineDensitySmall size={16} stroke={1.6} aria-hidden />
            </ActionIcon>
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            title={filled ? 'Back to the page (Escape)' : 'Fill the window'}
            aria-label="Fill the window"
            aria-pressed={filled}
            data-autofocus
            onClick={() => setFilled(!filled)}
          >
            <Size size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        </div>
        {foot(<SelectionLine />)}
      </div>
      {drawer}
    </section>
  );
}
