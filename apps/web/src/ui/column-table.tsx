import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import { DataTable } from './data-table.js';

/** A column has a name, and each row says something in it. */
export interface Column<Row> {
  name: string;
  /** Tells it from another of its name. */
  id?: string;
  /** Its name is for those who listen. */
  isHeard?: boolean | undefined;
  /** The pointer is told it of the name. */
  title?: string | undefined;
  cell: (row: Row) => ReactNode;
  /** It tells what its row is about. */
  isHead?: boolean | undefined;
  /** Figures stand to the right. */
  isNumber?: boolean | undefined;
  /** Pixels. */
  width?: number;
  /** Its head orders the rows by it, and says which way they are. */
  order?: { is: 'ascending' | 'descending' | undefined; onOrder: () => void };
  /** It is left out where the screen is narrow. */
  isWide?: boolean | undefined;
  /** It is there to be pressed, and not on paper. */
  isScreen?: boolean | undefined;
  /** It says how a row's cell looks, and what the pointer is told of it. */
  look?: (
    row: Row,
  ) => Pick<ComponentProps<'td'>, 'title' | 'className' | 'style'> & Record<`data-${string}`, true | undefined>;
}

export interface ColumnTableProps<Row> {
  label: string;
  /** What a table leaves out at times is false then. */
  columns: readonly (Column<Row> | false)[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** It says what a row stands for that is none of the list: the others, the total. */
  kindOf?: (row: Row) => string | undefined;
  /** A link has led to it. */
  isCurrent?: (row: Row) => boolean | undefined;
  /** They stand below the list. */
  foot?: readonly Row[];
}

/** Draws a table by its columns. */
export function ColumnTable<Row>({ label, columns, rows, keyOf, kindOf, isCurrent, foot }: ColumnTableProps<Row>) {
  const shown = columns.filter((column) => column !== false);
  const row = (one: Row) => (
    <tr key={keyOf(one)} data-kind={kindOf?.(one)} aria-current={isCurrent?.(one) || undefined}>
      {shown.map(({ name, id = name, cell, isHead, isNumber, isWide, isScreen, look }) => {
        const Cell = isHead ? 'th' : 'td';
        return (
          <Cell
            key={id}
            scope={isHead ? 'row' : undefined}
            data-number={isNumber}
            data-wide={isWide}
            data-screen={isScreen}
            {...look?.(one)}
          >
            {cell(one)}
          </Cell>
        );
      })}
    </tr>
  );
  return (
    <DataTable label={label}>
      {shown.some(({ width }) => width) && (
        <colgroup>
          {shown.map(({ name, id = name, width, isWide }) => (
            // What has none gets what is left: of a table that is wider than its columns say, each would get a part.
            <col key={id} style={width ? { width } : undefined} data-wide={isWide} />
          ))}
        </colgroup>
      )}
      <thead>
        <tr>
          {shown.map(({ name, id = name, isHeard, title, order, isNumber, isWide, isScreen }) => (
            <th
              key={id}
              scope="col"
              title={title}
              aria-sort={order?.is}
              data-number={isNumber}
              data-wide={isWide}
              data-screen={isScreen}
            >
              {isHeard ? (
                <span className="visually-hidden">{name}</span>
              ) : order ? (
                <Order name={name} {...order} />
              ) : (
                name
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{rows.map(row)}</tbody>
      {foot && <tfoot>{foot.map(row)}</tfoot>}
    </DataTable>
  );
}

function Order({ name, is, onOrder }: { name: string } & NonNullable<Column<unknown>['order']>) {
  const Icon = is === 'descending' ? IconChevronDown : IconChevronUp;
  return (
    <button type="button" className="orderName" onClick={onOrder}>
      {name}
      {is && <Icon size={14} stroke={2} aria-hidden />}
    </button>
  );
}
