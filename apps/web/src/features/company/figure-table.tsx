import { addDecimals, type CompanyFigures, displayDate, percentOf } from '@tidewaiter/contract';
import { type ReactNode, useState } from 'react';
import {
  type ColumnUnit,
  columnUnit,
  exactDecimal,
  formatCount,
  formatDecimal,
  formatShipments,
  shortAmount,
} from '../../format/numbers.js';
import { type Column, ColumnTable } from '../../ui/column-table.js';
import { NothingHere } from '../../ui/nothing-here.js';
import { TableDownload } from '../../ui/table-download.js';
import type { FileCell, TableFile } from '../../ui/table-file.js';
import classes from './company.module.css';

/** A row is a group of a company's records. */
export interface FigureRow extends CompanyFigures {
  name: string;
  first_day: string | null;
  last_day: string | null;
}

/** With what its rows leave out, a list is the total. */
export interface ListOf<Row extends FigureRow> {
  rows: Row[];
  count: number;
  others: CompanyFigures;
  notStated: CompanyFigures;
  /** A row of its own for those that are left out. */
  rest?: { label: string; figures: CompanyFigures };
}

/** A list says this beside the figures that all have. */
interface MoreColumn<Row> {
  label: string;
  wide?: true;
  /** On the screen it is a part of another cell. */
  fileOnly?: true;
  cell?: (row: Row) => ReactNode;
  text: (row: Row) => FileCell;
}

interface FigureTableProps<Row extends FigureRow> {
  title: string;
  /** It says what one of the rows is called. */
  item: string;
  list: ListOf<Row>;
  total: CompanyFigures;
  more?: readonly MoreColumn<Row>[];
  /** It shows a row's name, and the way that it leads. */
  name: (row: Row) => ReactNode;
  /** It says how to read the list, and what it cannot show. */
  how?: ReactNode;
  /** A chart may say the same. */
  children?: ReactNode;
  /** Where all of the list is, if a few rows of it are enough here. */
  whole?: ReactNode;
  /** It puts the list into a report, where one can ask it. */
  report?: ReactNode;
  /** It says what the file is called, and what that says of itself. */
  file: Pick<TableFile, 'name' | 'notes'>;
}

/** A row on the screen is one of the list, or stands for those that are not shown. */
interface ShownRow<Row extends FigureRow> {
  row?: Row;
  kind?: string;
  label?: string;
  figures: CompanyFigures;
}

/** So many rows are shown before somebody asks for more, and where all of them are elsewhere. */
const SHOWN = 10;
const FEW = 5;

/** Shows one list of a company with its export; what it does not name is counted in rows of their own. */
export function FigureTable<Row extends FigureRow>(props: FigureTableProps<Row>) {
  const { title, item, list, total, more = [], name, how, children, whole, report } = props;
  const [all, setAll] = useState(false);
  const rows = all ? list.rows : list.rows.slice(0, whole ? FEW : SHOWN);
  const columns = more.filter(({ fileOnly }) => !fileOnly);
  // What is shown below these does not change how they are written.
  const worth = columnUnit(list.rows.map(({ value_usd }) => value_usd));
  return (
    <section aria-label={title} className={classes.part}>
      <div className={classes.partHead}>
        <h2>
          {title} <span className="soft">{formatCount(list.count)}</span>
        </h2>
        {list.count > 0 && (
          <TableDownload of={title} file={() => fileOf(props)}>
            {report}
          </TableDownload>
        )}
      </div>
      {how && <p className="soft small readable">{how}</p>}
      {list.count === 0 ? (
        <NothingHere says={`None of ${formatShipments(total.shipments)} states it.`} />
      ) : (
        <>
          <div className={children ? classes.halves : undefined}>
            {children}
            <ColumnTable<ShownRow<Row>>
              label={`Table of ${title}`}
              rows={[...rows.map((row) => ({ row, figures: row })), ...restOf(props, rows.length)]}
              keyOf={({ row, kind = '' }) => (row ? rowKey(row) : kind)}
              kindOf={({ kind }) => kind}
              columns={[
                { name: item, isHead: true, cell: ({ row, label }) => (row ? name(row) : label) },
                ...columns.map(
                  ({ label, wide, cell, text }): Column<ShownRow<Row>> => ({
                    ...{ name: label, isNumber: true, isWide: wide },
                    cell: ({ row }) => row && (cell ?? text)(row),
                  }),
                ),
                {
                  ...{ name: 'Shipments', isNumber: true, isWide: true },
                  cell: ({ figures }) => formatCount(figures.shipments),
                },
                {
                  ...{ name: `Value, ${worth.of('USD')}`, isNumber: true },
                  cell: ({ figures }) => valueText(figures, worth),
                  look: ({ figures }) => ({ title: valueTitle(figures) }),
                },
                {
                  ...{ name: 'Share', isNumber: true, isWide: true },
                  cell: ({ figures }) =>
                    total.stated === 0 ? '–' : `${formatDecimal(percentOf(figures.value_usd, total.value_usd), 1)}%`,
                },
                {
                  ...{ name: 'First', isNumber: true, isWide: true },
                  cell: ({ row }) => row?.first_day && displayDate(row.first_day),
                },
                {
                  ...{ name: 'Last', isNumber: true },
                  cell: ({ row }) => row?.last_day && displayDate(row.last_day),
                },
              ]}
            />
          </div>
          {whole && list.rows.length > FEW && whole}
          {!whole && list.rows.length > SHOWN && (
            <button type="button" className="linkButton" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? `Show the first ${SHOWN}` : `Show ${formatCount(list.rows.length)}`}
            </button>
          )}
        </>
      )}
    </section>
  );
}

const rowKey = (row: FigureRow) => `${row.name} ${'unit' in row ? row.unit : ''}`;

/** Makes the rows that stand for what is not shown: together with the shown ones they are the total. */
export function restOf({ list, total }: { list: ListOf<FigureRow>; total: CompanyFigures }, shown: number) {
  const hidden = list.rows.slice(shown).reduce<CompanyFigures>(plus, list.others);
  const others = list.count - shown;
  return [
    { kind: 'others', label: `OTHERS (${formatCount(others)})`, figures: hidden, there: others > 0 },
    { kind: 'unnamed', label: 'Not stated', figures: list.notStated, there: list.notStated.shipments > 0 },
    { kind: 'rest', label: '', figures: total, ...list.rest, there: (list.rest?.figures.shipments ?? 0) > 0 },
    { kind: 'total', label: 'TOTAL', figures: total, there: true },
  ].filter(({ there }) => there);
}

function plus(a: CompanyFigures, b: CompanyFigures): CompanyFigures {
  return {
    shipments: a.shipments + b.shipments,
    stated: a.stated + b.stated,
    converted: a.converted + b.converted,
    value_usd: addDecimals(a.value_usd, b.value_usd),
  };
}

/** Shortens a value to few characters, in the unit of its column where it stands in one: a dash where no record states one, and a mark where a part of it was converted. */
export function valueText({ stated, converted, value_usd }: CompanyFigures, unit?: ColumnUnit): string {
  if (stated === 0) return '–';
  return `${converted > 0 ? '≈ ' : ''}${(unit?.write ?? shortAmount)(value_usd)}`;
}

/** Says the whole figure, and what it leaves out. */
function valueTitle({ shipments, stated, converted, value_usd }: CompanyFigures): string {
  const silent = shipments - stated;
  return [
    stated === 0 ? 'No record states a value' : `USD ${exactDecimal(value_usd)}`,
    ...(converted > 0 ? [`of ${formatShipments(converted)} converted by a monthly rate`] : []),
    ...(silent > 0 && stated > 0 ? [`${formatShipments(silent)} without a value`] : []),
  ].join(' · ');
}

/** Makes a file of the list: every row that was answered, with exact figures. */
function fileOf<Row extends FigureRow>({ item, list, total, more = [], file }: FigureTableProps<Row>): TableFile {
  const figures = (of: CompanyFigures): FileCell[] => [
    ...[of.shipments, of.stated, of.converted],
    of.stated === 0 ? null : of.value_usd,
    total.stated === 0 ? null : percentOf(of.value_usd, total.value_usd),
  ];
  return {
    ...file,
    head: [
      ...[item, ...more.map(({ label }) => label)],
      ...['Shipments', 'With a value', 'With a converted value', 'Value in USD', 'Share in %', 'First', 'Last'],
    ],
    rows: [
      ...list.rows.map((row) => [
        ...[row.name, ...more.map(({ text }) => text(row))],
        ...[...figures(row), row.first_day, row.last_day],
      ]),
      ...restOf({ list, total }, list.rows.length).map(({ label, figures: of }) => [
        ...[label, ...more.map(() => null)],
        ...[...figures(of), null, null],
      ]),
    ],
  };
}
