import { Button } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  countryByCode,
  describeQuestion,
  EXPORT_FORMATS,
  type ExportFormat,
  type ExportQuote,
  type OwnColumns,
  PortalError,
  withCompanies,
} from '@tidewaiter/contract';
import { Suspense, useState } from 'react';
import { formatCount } from '../../format/numbers.js';
import { filteredQuestion } from '../../search/api/calls.js';
import { showAsOpen, startedOn } from '../../search/exports/export-calls.js';
import { useTableLayout } from '../../search/table/table-layout.js';
import { client, later } from '../../session/client.js';
import { useSession } from '../../session/store.js';
import { ActionButton } from '../../ui/action-button.js';
import { Awaiting } from '../../ui/awaiting.js';
import { ColumnTable } from '../../ui/column-table.js';
import { LoadFailure, Notice } from '../../ui/notice.js';
import { TitledModal } from '../../ui/titled-modal.js';
import classes from './export-dialog.module.css';
import type { WantedExport } from './export-menu.js';
import { confirmWords, estimateWords, partsToShow, pointsInWords, recordsInWords, stopWords } from './export-words.js';

/** It brings the calls of lists, which few exports ask. */
const OwnColumnsChoice = later(() => import('./own-columns.js'), 'OwnColumnsChoice');

interface ExportDialogProps {
  wanted: WantedExport;
  opened: boolean;
  onClose: () => void;
}

/** The quote before the spend, and what the file is to be like. */
export function ExportDialog({ wanted, opened, onClose }: ExportDialogProps) {
  return (
    <TitledModal
      title={wanted.ids ? 'Export selected records' : 'Export all records'}
      opened={opened}
      onClose={onClose}
      size={640}
      ruled
      bodyClass={classes.body}
    >
      <ExportForm key={wanted.opening} wanted={wanted} onClose={onClose} />
    </TitledModal>
  );
}

const FORMATS: Record<ExportFormat, { name: string; about: string }> = {
  xlsx: { name: 'Excel', about: 'With a sheet that says how it was made' },
  csv: { name: 'CSV', about: 'Plain text, for other programs' },
  parquet: { name: 'Parquet', about: 'For data tools' },
};

function ExportForm({ wanted, onClose }: Pick<ExportDialogProps, 'wanted' | 'onClose'>) {
  const { ids, query } = wanted;
  const { offered, layout } = useTableLayout();
  const userId = useSession().user?.userid ?? 0;
  const queryClient = useQueryClient();
  const [format, setFormat] = useState<ExportFormat>('xlsx');
  const [everyColumn, setEveryColumn] = useState(false);
  const [companies, setCompanies] = useState(true);
  const [trace, setTrace] = useState(false);
  const [raw, setRaw] = useState(false);
  const [ownColumns, setOwnColumns] = useState<OwnColumns>([]);
  // One key for all tries of this dialog: whatever becomes of an answer, the export is charged once.
  const [key] = useState(newKey);
  const [asked] = useState(() => ({
    query: { ...filteredQuestion(query), orderByColumn: query.orderByColumn, orderByMode: query.orderByMode },
    ...(ids && { ids }),
    columnKeys: [...layout.columns],
  }));
  const quote = useQuery(quoteOf(asked, key));
  const all = offered.map((column) => column.key);
  const chosen = everyColumn ? all : asked.columnKeys;
  const columnKeys = companies ? withCompanies(query.tradeType, chosen) : chosen;
  const hasParties = withCompanies(query.tradeType, chosen).length > chosen.length;

  const start = useMutation({
    mutationFn: (fingerprint: string) =>
      client.startExport({
        ...{ ...asked, columnKeys, format, trace, ownColumns, fingerprint, key },
        raw: raw && format === 'csv',
      }),
    onSuccess: (made) => {
      startedOn.set(made.exportId, window.location.pathname);
      void showAsOpen(queryClient, userId, made);
      onClose();
    },
    onError: (error) => {
      if (hasChanged(error)) void quote.refetch();
    },
  });

  if (quote.error && !quote.data) return <LoadFailure error={quote.error} onRetry={quote.refetch} />;
  const { data } = quote;
  return (
    <form
      className={`stack gap-16 ${classes.form}`}
      aria-label="Export"
      onSubmit={(event) => {
        event.preventDefault();
        if (data && !data.refusal && !quote.isFetching && !start.isPending) start.mutate(data.fingerprint);
      }}
    >
      <p className="soft small anywhere">{describeQuestion(query)}</p>
      {start.error && <Notice kind={hasChanged(start.error) ? 'mind' : 'wrong'}>{start.error.message}</Notice>}
      {data ? (
        <Quote quote={data} columns={{ quoted: asked.columnKeys.length, chosen: columnKeys.length }} />
      ) : (
        <Wait />
      )}
      <fieldset className={classes.choices}>
        <legend>Format</legend>
        <div className={classes.formats}>
          {EXPORT_FORMATS.map((name) => (
            <label key={name} className={classes.format} data-chosen={format === name || undefined}>
              <input type="radio" name="format" checked={format === name} onChange={() => setFormat(name)} />
              <span>
                <strong>{FORMATS[name].name}</strong>
                <small>{FORMATS[name].about}</small>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset className={classes.choices}>
        <legend>Columns</legend>
        <label className="row gap-8 min-h-28 pressable">
          <input type="radio" name="columns" checked={!everyColumn} onChange={() => setEveryColumn(false)} />
          The {formatCount(asked.columnKeys.length)} of the table, in their order
        </label>
        <label className="row gap-8 min-h-28 pressable">
          <input type="radio" name="columns" checked={everyColumn} onChange={() => setEveryColumn(true)} />
          All {formatCount(all.length)} that are offered
        </label>
        {hasParties && (
          <label className="row gap-8 min-h-28 pressable">
            <input
              type="checkbox"
              checked={companies}
              onChange={(event) => setCompanies(event.currentTarget.checked)}
            />
            Add the company’s common name beside each spelling
          </label>
        )}
        <label className="row gap-8 min-h-28 pressable">
          <input type="checkbox" checked={trace} onChange={(event) => setTrace(event.currentTarget.checked)} />
          With record id, source, file and line
        </label>
        {format === 'csv' && (
          <label className="row gap-8 min-h-28 pressable">
            <input type="checkbox" checked={raw} onChange={(event) => setRaw(event.currentTarget.checked)} />
            Raw: leave cells as they are that a spreadsheet would run
          </label>
        )}
      </fieldset>
      {query.line?.includes('@') && (
        <Suspense>
          <OwnColumnsChoice line={query.line} chosen={ownColumns} onChoose={setOwnColumns} />
        </Suspense>
      )}
      <div className={classes.foot}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <ActionButton
          type="submit"
          busy={start.isPending || (quote.isFetching && data !== undefined)}
          disabled={!data || data.refusal !== null}
        >
          {data && !data.refusal ? confirmWords(data) : 'Export'}
        </ActionButton>
      </div>
    </form>
  );
}

const hasChanged = (error: unknown) => error instanceof PortalError && error.code === 'QUOTE_CHANGED';

/** A random UUID; `crypto.randomUUID` is kept from pages that came over plain HTTP. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** What an export would cost now. */
function quoteOf(asked: Parameters<typeof client.quoteExport>[0], opening: string) {
  return queryOptions({
    queryKey: ['export-quote', opening],
    queryFn: ({ signal }) => client.quoteExport(asked, { signal }),
    gcTime: 0,
  });
}

interface QuoteProps {
  quote: ExportQuote;
  columns: { quoted: number; chosen: number };
}

/** What the file holds, what it costs, and what is left then. */
function Quote({ quote, columns }: QuoteProps) {
  const { rows, owned, points, balance, balanceAfter, maxDownload, weight, gone, refusal } = quote;
  const stop = stopWords(quote);
  return (
    <>
      <dl className={classes.figures}>
        <div>
          <dt>In the file</dt>
          <dd>{recordsInWords(rows)}</dd>
        </div>
        <div>
          <dt>Owned already</dt>
          <dd>{owned === 0 ? 'none' : `${formatCount(owned)}, free`}</dd>
        </div>
        <div>
          <dt>Cost</dt>
          <dd>{points === 0 ? 'free' : pointsInWords(points)}</dd>
        </div>
        <div>
          <dt>Your points</dt>
          <dd>
            {formatCount(balance)}
            {refusal === null && points > 0 && (
              <>
                {' '}
                <span aria-hidden="true">→</span>
                <span className="visually-hidden">and then</span> {formatCount(balanceAfter)}
              </>
            )}
          </dd>
        </div>
      </dl>
      <Parts parts={partsToShow(quote)} />
      {refusal && <Notice kind="wrong">{refusal.errorMsg}</Notice>}
      {stop && !refusal && <Notice kind="mind">{stop}</Notice>}
      {gone > 0 && <Notice kind="mind">{`${recordsInWords(gone)} of these cannot be found any more.`}</Notice>}
      <p className="soft small anywhere">
        One export takes at most {pointsInWords(maxDownload)}; this one weighs {formatCount(weight)}.{' '}
        {rows > 0 && estimateWords(quote, columns)}
      </p>
    </>
  );
}

function Parts({ parts }: { parts: ExportQuote['parts'] }) {
  if (parts.length === 0) return null;
  return (
    <div className={classes.parts}>
      <ColumnTable
        label="Points by country"
        rows={parts}
        keyOf={({ country }) => country}
        columns={[
          { name: 'Country', isHead: true, cell: ({ country }) => countryByCode(country)?.name ?? country },
          { name: 'Records', isNumber: true, cell: ({ rows }) => formatCount(rows) },
          { name: 'Owned', isNumber: true, cell: ({ owned }) => formatCount(owned) },
          { name: 'Points each', isNumber: true, cell: ({ weightage }) => formatCount(weightage) },
          { name: 'Points', isNumber: true, cell: ({ points }) => formatCount(points) },
        ]}
      />
    </div>
  );
}

/** The quote's room while it is found. */
function Wait() {
  return (
    <div role="status" aria-label="Finding the price">
      <Awaiting shapes={[['lines', 4, 26]]} />
    </div>
  );
}
