import { TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { dayOf, displayDate, LIMITS } from '@tidewaiter/contract';
import { type FormEvent, useState } from 'react';
import { formatCount } from '../../format/numbers.js';
import { reportCalls, reportsOfAccount, useRefreshReports } from '../../search/reports/report-calls.js';
import { SHARING, WorkspaceTabs } from '../../session/workspace-tabs.js';
import { ActionButton } from '../../ui/action-button.js';
import { Awaiting } from '../../ui/awaiting.js';
import { ColumnTable } from '../../ui/column-table.js';
import { NothingHere } from '../../ui/nothing-here.js';
import { LoadFailure, Notice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { ReportPage } from './report-page.js';

const route = getRouteApi('/signed-in/reports');

/** Reports (/reports): the account's documents, or one of them. */
export function ReportsScreen() {
  const { report } = route.useSearch();
  return report === undefined ? <Reports /> : <ReportPage key={report} reportId={report} />;
}

function Reports() {
  const { data, error, refetch } = useQuery(reportsOfAccount);
  return (
    <Page title="Workspace" lead={SHARING}>
      <WorkspaceTabs shown="reports" />
      {error && !data && <LoadFailure error={error} onRetry={refetch} />}
      {!data && !error && <Awaiting shapes={[['table', 6]]} />}
      {data && <NewReport isFull={data.reports.length >= data.most} />}
      {data?.reports.length === 0 && (
        <NothingHere says="No reports yet. A report holds figures of your analyses between your own words: each number opens its records, and says of which data it is." />
      )}
      {data && data.reports.length > 0 && (
        <ColumnTable
          label="Reports"
          rows={data.reports}
          keyOf={({ reportId }) => reportId}
          columns={[
            {
              ...{ name: 'Report', isHead: true },
              cell: ({ reportId, name }) => (
                <Link to="/reports" search={{ report: reportId }}>
                  <bdi>{name}</bdi>
                </Link>
              ),
            },
            { name: 'Blocks', isNumber: true, cell: ({ blocks }) => formatCount(blocks) },
            { name: 'Changed', cell: ({ changedDate }) => displayDate(dayOf(new Date(changedDate))) },
            { name: 'Made by', isWide: true, cell: ({ createdBy }) => createdBy?.userName ?? 'A former user' },
          ]}
        />
      )}
    </Page>
  );
}

function NewReport({ isFull }: { isFull: boolean }) {
  const [name, setName] = useState('');
  const refresh = useRefreshReports();
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: () => reportCalls.createReport({ name }),
    onSuccess: async ({ reportId }) => {
      await refresh();
      await navigate({ to: '/reports', search: { report: reportId } });
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!create.isPending && name.trim() !== '') create.mutate();
  }

  return (
    <form onSubmit={submit} className="row wrap items-end gap-8" aria-label="New report">
      {create.error && <Notice kind="wrong">{create.error.message}</Notice>}
      <TextInput
        label="Name of a new report"
        maxLength={LIMITS.nameMaxLength}
        disabled={isFull}
        value={name}
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
      <ActionButton type="submit" busy={create.isPending}>
        New report
      </ActionButton>
    </form>
  );
}
