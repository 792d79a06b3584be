import { type MatchedText, RECORD_COLUMNS, type RecordColumn, type RecordRow } from '@tidewaiter/contract';
import type { ReactNode } from 'react';
import { groupBy } from '../../format/group-by.js';
import { formatCount } from '../../format/numbers.js';
import { unitInWords } from '../../format/quantities.js';
import type { RecordPage } from '../api/calls.js';
import { CompanyLink } from '../company-link.js';
import { cellValue, hasValue, markedText } from './cell-text.js';
import classes from './record-fields.module.css';

/** People look for these first, before everything else of a record. */
const FIRST = ['total_value_usd', 'unit_price_usd', 'quantity'];

/** Other fields say these, too. */
const IMPLIED = ['month', 'year', 'hs_code2', 'hs_code4', 'hs_code6', 'hs2', 'hs4'];

interface RecordFieldsProps {
  page: RecordPage;
  row: RecordRow;
  /** They stand elsewhere. */
  without?: readonly RecordColumn[];
  /** It stands between the money and the rest. */
  children?: ReactNode;
}

/** Shows the non-empty fields of a record with their labels: its money first, then as the catalogue groups them, what others imply folded, and its source. */
export function RecordFields({ page, row, without = [], children }: RecordFieldsProps) {
  const { tradeType } = page.query;
  const matched = page.matched.get(row.id);
  const source = page.sources.get(row.id);
  const written = new Map(page.asWritten.get(row.id)?.map(({ key, text }) => [key, text]));
  // A cell that was emptied still shows what the source wrote there.
  const says = ({ key }: { key: string }) => hasValue(row, key) || Boolean(written.get(key));
  const filled = RECORD_COLUMNS[tradeType].filter(
    (column) => !column.alias && says(column) && !without.includes(column),
  );
  const first = FIRST.flatMap((name) => filled.filter((column) => column.name === name));
  const units = filled.map(({ unitKey }) => unitKey);
  const isImplied = ({ name, key }: RecordColumn) => IMPLIED.includes(name) || units.includes(key);
  const rest = filled.filter((column) => !first.includes(column) && !isImplied(column));
  const implied = filled.filter(isImplied);
  const field = (column: RecordColumn) => (
    <Field key={column.key} column={column} row={row} matched={matched} written={written.get(column.key)} />
  );
  return (
    <>
      {first.length > 0 && <dl className={classes.first}>{first.map(field)}</dl>}
      {children}
      <div className={classes.groups}>
        {[...groupBy(rest, (column) => column.group)].map(([group, columns]) => (
          <section key={group} className={classes.group}>
            <h3>{group}</h3>
            <dl>{columns.map(field)}</dl>
          </section>
        ))}
      </div>
      {implied.length > 0 && (
        <details className={classes.group}>
          <summary>Month, HS levels and units</summary>
          <dl>{implied.map(field)}</dl>
        </details>
      )}
      {source && (
        <p className="divided soft small anywhere">
          From {source.file}, line {formatCount(source.line)}. Record {row.id}.
        </p>
      )}
    </>
  );
}

interface FieldProps {
  column: RecordColumn;
  row: RecordRow;
  /** They are why the record was found. */
  matched: readonly MatchedText[] | undefined;
  /** The source wrote this where the record says something else. */
  written: string | undefined;
}

function Field({ column, row, matched, written }: FieldProps) {
  const { shown, whole, derived, origin, company, written: replaced } = cellValue(row, column);
  const unit = column.unit ?? unitInWords(String((column.unitKey && row[column.unitKey]) ?? ''));
  return (
    <div className={classes.field}>
      <dt>{column.label}</dt>
      <dd data-type={column.type}>
        {markedText(column.type === 'decimal' ? whole : (shown ?? ''), column, matched)} {unit}
        {company !== undefined && <CompanyLink name={company} className={classes.company} />}
        {origin !== undefined && (
          <span className={classes.note}>
            {derived && '≈ '}
            {origin}
          </span>
        )}
        <AsWritten text={written ?? replaced} />
      </dd>
    </div>
  );
}

const COMPUTED = 'Computed from the other fields: the source gives no value';

/** Says what the source wrote where the record says something else. */
export function AsWritten({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return <span className={classes.note}>{text === '' ? COMPUTED : `As written: ${text}`}</span>;
}
