import { useLayoutEffect, useRef, useState } from 'react';
import classes from './column-chooser.module.css';
import icons from './icons.module.css';
import { movedBeside } from './layout.js';
import { useDragOrder } from './use-drag-order.js';

interface ColumnOrderProps {
  columns: readonly { key: string; label: string }[];
  onChange: (keys: readonly string[]) => void;
}

type Direction = 'up' | 'down';

/** Lists the chosen columns as they stand from left to right: they are dragged, or moved by their buttons. */
export function ColumnOrder({ columns, onChange }: ColumnOrderProps) {
  const list = useRef<HTMLOListElement>(null);
  const [moved, setMoved] = useState<{ key: string; direction: Direction } | null>(null);
  const keys = columns.map(({ key }) => key);
  const drag = useDragOrder('y', (key, target, side) => onChange(movedBeside(keys, key, target, side)));

  function move(key: string, direction: Direction) {
    const target = keys[keys.indexOf(key) + (direction === 'up' ? -1 : 1)];
    if (target === undefined) return;
    onChange(movedBeside(keys, key, target, direction === 'up' ? 'before' : 'after'));
    setMoved({ key, direction });
  }

  // An element that is put elsewhere in the document loses the focus: the button that was pressed keeps it.
  useLayoutEffect(() => {
    if (!moved) return;
    const item = list.current?.querySelector(`[data-key="${moved.key}"]`);
    item?.querySelector<HTMLElement>(`[data-direction="${moved.direction}"]`)?.focus();
  }, [moved]);

  const place = moved ? keys.indexOf(moved.key) : -1;
  const button = (key: string, label: string, direction: Direction, last: boolean) => (
    <button
      type="button"
      className={`${icons.icon} ${direction === 'up' ? icons.ascending : icons.descending} ${classes.move}`}
      data-direction={direction}
      aria-label={`Move ${label} ${direction}`}
      aria-disabled={last}
      onClick={() => move(key, direction)}
    />
  );
  return (
    <div className="column min-h-0">
      <h3 className={classes.orderTitle}>Shown, from left to right</h3>
      <ol ref={list} className={classes.order} aria-label="Shown columns" {...drag.handlers}>
        {columns.map(({ key, label }, index) => (
          <li key={key} data-key={key} draggable className={classes.item}>
            <span className={classes.grip} aria-hidden="true" />
            <span className="flex-1 min-w-0">{label}</span>
            {button(key, label, 'up', index === 0)}
            {button(key, label, 'down', index === columns.length - 1)}
          </li>
        ))}
        {drag.mark !== null && <li aria-hidden="true" className={classes.dropMark} style={{ top: drag.mark }} />}
      </ol>
      <p role="status" className="visually-hidden">
        {place >= 0 && `${columns[place]?.label}, ${place + 1} of ${columns.length}`}
      </p>
    </div>
  );
}
