import { ActionIcon } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type MatchedText, RECORD_COLUMNS, type RecordColumn, type RecordRow } from '@tidewaiter/contract';
import { groupBy } from '../../format/group-by.js';
import { formatCount } from '../../format/numbers.js';
import { TitledModal } from '../../ui/titled-modal.js';
import type { RecordPage } from '../api/calls.js';
import { CompanyLink } from '../company-link.js';
import { cellValue, hasValue, markedText } from './cell-text.js';
import classes from './description.module.css';

interface DescriptionProps {
  page: RecordPage;
  row: RecordRow | null;
  /** Goes on to another record of the page. */
  onShow: (row: RecordRow) => void;
  onClose: () => void;
}

/** People look for these first, before everything else of a record. */
const FIRST = ['total_value_usd', 'unit_price_usd', 'quantity'];

/** Shows every non-empty field of a record with its label (SPEC 2 "Action column"): its money first, then as the catalogue groups them. */
export function Description({ page, row, onShow, onClose }: DescriptionProps) {
  const at = row ? page.rows.findIndex(({ id }) => id === row.id) : -1;
  const beside = (step: number) => (at < 0 ? undefined : page.rows[at + step]);

  useWindowEvent('keydown', ({ key, altKey, ctrlKey, metaKey }) => {
    const next = altKey || ctrlKey || metaKey ? undefined : beside(STEPS[key] ?? Number.NaN);
    if (next) onShow(next);
  });

  const step = (label: string, by: number, Icon: typeof IconChevronLeft) => {
    const next = beside(by);
    return (
      <ActionIcon
        variant="default"
        size={32}
        aria-label={label}
        title={`${label} (${by < 0 ? '←' : '→'})`}
        disabled={!next}
        onClick={() => next && onShow(next)}
      >
        <Icon size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
    );
  };

  return (
    <TitledModal title="Description" opened={row !== null} onClose={onClose} size={920} ruled bodyClass={classes.body}>
      {row && (
        <>
          {at >= 0 && (
            <div className={classes.steps}>
              {step('Previous record', -1, IconChevronLeft)}
              {step('Next record', 1, IconChevronRight)}
              <p role="status">
                Record {formatCount(at + 1)} of {formatCount(page.rows.length)} on this page
              </p>
            </div>
          )}
          <Fields page={page} row={row} />
        </>
      )}
    </TitledModal>
  );
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

function Fields({ page, row }: { page: RecordPage; row: RecordRow }) {
  const { tradeType } = page.query;
  const matched = page.matched.get(row.id);
  const source = page.sources.get(row.id);
  const written = new Map(page.asWritten.get(row.id)?.map(({ key, text }) => [key, text]));
  // A cell that was emptied still shows what the source wrote there.
  const says = ({ key }: { key: string }) => hasValue(row, key) || Boolean(written.get(key));
  const filled = RECORD_COLUMNS[tradeType].filter((column) => !column.alias && says(column));
  const first = FIRST.flatMap((name) => filled.filter((column) => column.name === name));
  const rest = filled.filter((column) => !first.includes(column));
  const field = (column: RecordColumn) => (
    <Field key={column.key} column={column} row={row} matched={matched} written={written.get(column.key)} />
  );
  return (
    <>
      {first.length > 0 && <dl className={classes.first}>{first.map(field)}</dl>}
      <div className={classes.groups}>
        {[...groupBy(rest, (column) => column.group)].map(([group, columns]) => (
          <section key={group} className={classes.group}>
            <h3>{group}</h3>
            <dl>{columns.map(field)}</dl>
          </section>
        ))}
      </div>
      {source && (
        <p className={classes.source}>
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
  const { shown, whole, derived, origin } = cellValue(row, column);
  const unit = column.unit ?? (column.unitKey ? row[column.unitKey] : undefined);
  return (
    <div className={classes.field}>
      <dt>{column.label}</dt>
      <dd data-type={column.type}>
        {markedText(column.type === 'decimal' ? whole : (shown ?? ''), column, matched)} {unit}
        {column.party && shown !== null && <CompanyLink name={shown} className={classes.company} />}
        {origin !== undefined && (
          <span className={classes.note}>
            {derived && '≈ '}
            {origin}
          </span>
        )}
        <AsWritten text={written} />
      </dd>
    </div>
  );
}

const COMPUTED = 'Computed from the other fields: the source gives no value';

function AsWritten({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return <span className={classes.note}>{text === '' ? COMPUTED : `As written: ${text}`}</span>;
}
