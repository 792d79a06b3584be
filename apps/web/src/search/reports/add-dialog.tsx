import { NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  LIMITS,
  MESSAGES,
  type REPORT_ENDPOINTS,
  REPORT_LIMITS,
  type ReportChart,
  type RequestOf,
  type SearchAddress,
  type SearchQuery,
} from '@tidewaiter/contract';
import { type FormEvent, useMemo, useState } from 'react';
import { ActionButton } from '../../ui/action-button.js';
import { useFieldErrors } from '../../ui/field-errors.js';
import { LoadFailure, Notice } from '../../ui/notice.js';
import { FormDialog } from '../../ui/titled-modal.js';
import { searchCost } from '../api/calls.js';
import { readAddress } from '../model/address-query.js';
import { reportCalls, reportsOfAccount, useRefreshReports } from './report-calls.js';
import { CHART_WORDS, chartsFor } from './report-charts.js';

type Asks = RequestOf<typeof REPORT_ENDPOINTS.addReportBlock>['asks'];
type WithoutQuery<Of> = Of extends unknown ? { [Kind in keyof Of]: Omit<Of[Kind], 'query'> } : never;

/** What is put into a report: what is asked of a question, by its kind. */
export interface AddedFigures {
  title: string;
  chart: ReportChart;
  /** The question, or its address where that is all that is known of it. */
  question: SearchQuery | SearchAddress;
  asks: WithoutQuery<Asks>;
}

/** The question as it is searched; null of an address that asks none. */
const searched = (question: SearchQuery | SearchAddress) =>
  'tradeType' in question ? question : readAddress(question as SearchAddress).query;

/** A table of records has the first of the columns that are shown: a sheet has no room for more. */
const withinReach = (asks: AddedFigures['asks']) =>
  'records' in asks ? { records: { columns: asks.records.columns.slice(0, REPORT_LIMITS.reportColumns) } } : asks;

interface AddDialogProps {
  figures: AddedFigures;
  opened: boolean;
  onClose: () => void;
}

/** Asks into which report figures go, and what they are called there. */
export function AddDialog({ figures, opened, onClose }: AddDialogProps) {
  return (
    <FormDialog title="Add to report" opened={opened} onClose={onClose}>
      <AddForm figures={figures} />
    </FormDialog>
  );
}

const NEW = 'new';

function AddForm({ figures }: { figures: AddedFigures }) {
  const { data, error, refetch } = useQuery(reportsOfAccount);
  const own = (data?.reports ?? []).filter(({ mayChange }) => mayChange);
  const [chosen, setChosen] = useState<string | null>(null);
  const [name, setName] = useState('');
  const [title, setTitle] = useState(figures.title);
  const [chart, setChart] = useState(figures.chart);
  const refresh = useRefreshReports();
  const { form, errors, show, clear } = useFieldErrors<'report' | 'reportTitle'>();
  const report = chosen ?? own[0]?.reportId ?? NEW;
  const asks = withinReach(figures.asks);
  const query = useMemo(() => searched(figures.question), [figures.question]);
  const { data: cost } = useQuery(searchCost(query));
  const add = useMutation({
    mutationFn: async () => {
      const reportId = report === NEW ? (await reportCalls.createReport({ name })).reportId : report;
      // One that was made on the way is there, whatever becomes of its first figures.
      setChosen(reportId);
      if (!query) return reportId;
      // What the page and its order are is no part of what is analysed.
      const { pageNumber: _page, numberOfRecords: _size, searchId: _search, ...question } = query;
      await reportCalls.addReportBlock({
        ...{ reportId, title, chart },
        asks: Object.fromEntries(
          Object.entries(asks).map(([kind, layout]) => [kind, { ...layout, query: question }]),
        ) as Asks,
      });
      return reportId;
    },
    onSettled: refresh,
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (add.isPending) return;
    const missing = {
      ...(report === NEW && name.trim() === '' && { report: MESSAGES.enterReportName }),
      ...(title.trim() === '' && { reportTitle: MESSAGES.enterReportName }),
    };
    if (!show(missing)) add.mutate();
  }

  if (error && !data) return <LoadFailure error={error} onRetry={refetch} />;
  if (add.data !== undefined)
    return (
      <Notice kind="done">
        Added.{' '}
        <Link to="/reports" search={{ report: add.data }} data-autofocus>
          Open the report
        </Link>
      </Notice>
    );
  const charts = chartsFor(figures.asks);
  return (
    <form ref={form} onSubmit={submit} noValidate aria-label="Add to report">
      {add.error && <Notice kind="wrong">{add.error.message}</Notice>}
      <NativeSelect
        label="Report"
        data-autofocus
        value={report}
        data={[
          ...own.map(({ reportId, name }) => ({ value: reportId, label: name })),
          { value: NEW, label: 'New report' },
        ]}
        onChange={({ currentTarget: { value } }) => setChosen(value)}
      />
      {report === NEW && (
        <TextInput
          {...{ label: 'Name of the report', name: 'report', autoComplete: 'off', maxLength: LIMITS.nameMaxLength }}
          {...{ required: true, withAsterisk: false, value: name, error: errors.report }}
          onChange={({ currentTarget: { value } }) => {
            setName(value);
            clear();
          }}
        />
      )}
      <TextInput
        {...{ label: 'Title', name: 'reportTitle', autoComplete: 'off', maxLength: LIMITS.nameMaxLength }}
        {...{ required: true, withAsterisk: false, value: title, error: errors.reportTitle }}
        onChange={({ currentTarget: { value } }) => {
          setTitle(value);
          clear();
        }}
      />
      {charts.length > 1 && (
        <NativeSelect
          label="Drawn as"
          value={chart}
          data={charts.map((value) => ({ value, label: CHART_WORDS[value] }))}
          onChange={({ currentTarget: { value } }) => setChart(value as ReportChart)}
        />
      )}
      <p className="soft small" role="status">
        {cost === undefined
          ? 'Its price is on its way.'
          : cost === 0
            ? 'Free: its question is paid for.'
            : 'Costs one search.'}
      </p>
      <p className="soft small">Every number in the report opens its records.</p>
      <ActionButton type="submit" busy={add.isPending}>
        Add
      </ActionButton>
    </form>
  );
}
