import type { Header } from '@tanstack/react-table';
import type { RecordRow, TradeType } from '@tidewaiter/contract';
import type { ColumnActs } from './column-menu.js';
import { HeaderCell } from './header-cell.js';
import { type Layout, neighbour } from './layout.js';
import type { LeadingColumn, Standing } from './leading-columns.js';
import classes from './record-table.module.css';
import type { SortOrder } from './sort-order.js';
import type { tableParts } from './table-columns.js';
import { type Side, useDragOrder } from './use-drag-order.js';
import type { DrawnColumn } from './use-drawn-columns.js';

interface TableHeaderProps {
  headers: ReadonlyMap<string, Header<typeof tableParts, RecordRow, unknown>>;
  leading: ReadonlyMap<LeadingColumn, Standing>;
  pinned: readonly DrawnColumn[];
  scrolled: readonly DrawnColumn[];
  layout: Layout;
  order: SortOrder;
  tradeType: TradeType;
  /** The column of the keyboard's place, where it is in the header. */
  stop: number | null;
  picked: 'none' | 'some' | 'all';
  onPick: (all: boolean) => void;
  onPut: (key: string, target: string, side: Side) => void;
  acts: ColumnActs;
}

const NAMES: Record<Exclude<LeadingColumn, 'select'>, string> = { expand: 'Details', sl: 'Sl', action: 'Action' };

/** The header of the results table, which stays at its top. */
export function TableHeader(props: TableHeaderProps) {
  const { headers, leading, pinned, scrolled, layout, order, tradeType, stop, picked, onPick, acts } = props;
  const drag = useDragOrder('x', props.onPut);
  const cells = (columns: readonly DrawnColumn[]) =>
    columns.map(({ details, index, width, gap }) => {
      const { key } = details.column;
      const header = headers.get(key);
      return (
        header && (
          <HeaderCell
            key={key}
            header={header}
            details={details}
            index={index}
            width={width}
            gap={gap}
            tradeType={tradeType}
            sorted={order.key === key && order.direction}
            stop={stop === index}
            pinned={layout.pinned.includes(key)}
            toLeft={neighbour(layout, key, -1) !== undefined}
            toRight={neighbour(layout, key, 1) !== undefined}
            only={layout.columns.length === 1}
            acts={acts}
          />
        )
      );
    });
  return (
    <div role="rowgroup" className={classes.head}>
      <div role="row" aria-rowindex={1} data-row={0} className={classes.headRow} {...drag.handlers}>
        <div role="presentation" className={classes.standing}>
          {[...leading].map(([name, place]) => {
            const tabIndex = stop === place.index ? 0 : -1;
            return (
              <div
                key={name}
                role="columnheader"
                aria-colindex={place.index + 1}
                aria-label={name === 'select' ? 'Select' : NAMES[name]}
                className={classes.headCell}
                data-leading={name}
                tabIndex={name === 'select' ? undefined : tabIndex}
                style={{ width: place.width }}
              >
                {name === 'select' ? (
                  <label className={classes.tick}>
                    <input
                      type="checkbox"
                      ref={(box) => {
                        if (box) box.indeterminate = picked === 'some';
                      }}
                      checked={picked === 'all'}
                      aria-label="Select all records of this page"
                      tabIndex={tabIndex}
                      onChange={(event) => onPick(event.currentTarget.checked)}
                    />
                  </label>
                ) : (
                  <span className={name === 'expand' ? classes.heard : undefined}>{NAMES[name]}</span>
                )}
              </div>
            );
          })}
          {cells(pinned)}
        </div>
        <div role="presentation" className={classes.scrolled}>
          {cells(scrolled)}
        </div>
        {drag.mark !== null && <div aria-hidden="true" className={classes.dropMark} style={{ left: drag.mark }} />}
      </div>
    </div>
  );
}
