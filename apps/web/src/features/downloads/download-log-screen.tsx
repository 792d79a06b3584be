import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { addressOf, type ExportView, LIMITS, recordColumn, type SearchAddress, savedQuery } from '@tidewaiter/contract';
import { displayTime } from '../../format/dates.js';
import { formatCount } from '../../format/numbers.js';
import { downloadExport, EXPORTS_KEY } from '../../search/exports/export-calls.js';
import { client } from '../../session/client.js';
import { useSession } from '../../session/store.js';
import { ActionButton } from '../../ui/action-button.js';
import type { Column } from '../../ui/column-table.js';
import { History, type HistoryEntry } from '../../ui/history.js';
import { NothingHere } from '../../ui/nothing-here.js';
import { notifyWrong } from '../../ui/notification.js';
import { Page } from '../../ui/page.js';
import { pageInAddress, pageOfAddress } from '../../ui/page-number.js';
import { SoughtText } from '../../ui/sought-text.js';
import { fileWords, stateWords } from './export-words.js';

const route = getRouteApi('/signed-in/downloadlog');

/** Download history (/downloadlog): what was exported, to be fetched or asked again. The address holds page and text. */
export function DownloadLogScreen() {
  const { page: pageText, text = '', export: linked } = route.useSearch();
  const navigate = useNavigate({ from: '/downloadlog' });
  const { user } = useSession();
  const page = pageOfAddress(pageText);
  const found = useQuery(exportPage(user?.userid ?? 0, page, text));
  const { data: named } = useQuery({ ...linkedExport(linked ?? ''), enabled: linked !== undefined });
  return (
    <Page
      title="Download History"
      lead="A file can be fetched again, free of charge, for as long as it is kept; a question leads back to its search, with all that it finds now."
      actions={
        <SoughtText
          aria-label="Find a question"
          placeholder="Find a question"
          w="min(280px, 100%)"
          text={text}
          onLook={(sought) => void navigate({ search: sought === '' ? {} : { text: sought }, replace: true })}
        />
      }
    >
      <History
        things="Exports"
        pagesLabel="Pages of the download history"
        found={found}
        read={({ exportList, totalRecords }) => {
          // What a link is about is there on every page.
          const apart = named && !exportList.some(({ exportId }) => exportId === named.exportId) ? [named] : [];
          const entries = [...apart, ...exportList].map((one) => ({
            ...entryOf(one),
            isCurrent: one.exportId === linked,
          }));
          return { entries, total: totalRecords };
        }}
        withPeople={user?.uplineId === 0}
        columns={COLUMNS}
        page={page}
        onPage={(next) => void navigate({ search: (before) => ({ ...before, page: pageInAddress(next) }) })}
        nothing={(past) => <Nothing text={text} past={past} />}
      />
    </Page>
  );
}

/** Says why there is nothing, and what to do next. */
function Nothing({ text, past }: { text: string; past: boolean }) {
  if (past) {
    return (
      <NothingHere says="There are no exports on this page: go back to the first.">
        <Link to="/downloadlog">Go to the first page</Link>
      </NothingHere>
    );
  }
  return text === '' ? (
    <NothingHere says="Nothing has been exported yet. Search for records, then choose Export All or Export Selected above them.">
      <Link to="/list1">Search Global Data</Link>
    </NothingHere>
  ) : (
    <NothingHere says={`No export’s question contains “${text}”.`}>
      <Link to="/downloadlog">Show all exports</Link>
    </NothingHere>
  );
}

function exportPage(userId: number, pageNumber: number, contains: string) {
  return queryOptions({
    queryKey: [EXPORTS_KEY, 'list', userId, pageNumber, contains],
    queryFn: ({ signal }) =>
      client.exportList({ userId, pageNumber, contains, numberOfRecords: LIMITS.pageSize }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The export that a link is about. One that is not the person's shows nothing. */
function linkedExport(exportId: string) {
  return queryOptions({
    queryKey: [EXPORTS_KEY, 'list', 'linked', exportId],
    queryFn: ({ signal }) => client.exportDetails({ exportId }, { signal }),
    retry: false,
  });
}

interface ExportEntry extends HistoryEntry {
  one: ExportView;
}

/** What the history says of an export behind its question, and what can be done with it. */
const COLUMNS: readonly Column<ExportEntry>[] = [
  { name: 'Rows', isNumber: true, isWide: true, cell: ({ one }) => formatCount(one.rows) },
  { name: 'Points', isNumber: true, isWide: true, cell: ({ one }) => formatCount(one.points) },
  {
    ...{ name: 'File', isWide: true, look: () => ({ className: 'one-line-wide' }) },
    cell: ({ one }) => (
      <>
        {fileWords(one)}
        {one.state !== 'READY' && (
          <span className="block soft many-lines" title={one.reason?.errorMsg}>
            {stateWords(one)}
          </span>
        )}
      </>
    ),
  },
  {
    ...{ name: 'Kept until', isWide: true, look: () => ({ className: 'one-line-wide' }) },
    cell: ({ one }) => (one.keptUntil === null ? '–' : displayTime(one.keptUntil)),
  },
  { name: 'What to do', isHeard: true, cell: ({ one }) => <FetchAgain one={one} /> },
];

/** An export as the history shows it. */
const entryOf = (one: ExportView): ExportEntry => ({
  ...{ one, id: one.exportId, at: one.createdDate, who: one.userName },
  question: (
    <Link
      to="/list1"
      search={addressOfExport(one)}
      className="accent clamped"
      title={`${one.question}: search this again, for all that it finds, also what was not in this file`}
    >
      {one.question}
    </Link>
  ),
  facts: [
    `${formatCount(one.rows)} rows`,
    `${formatCount(one.points)} points`,
    fileWords(one),
    ...(one.state === 'READY' ? [] : [stateWords(one)]),
  ].join(' · '),
});

/** The way to ask an export's question again, with its filters, order and as many of its columns as a table shows. */
function addressOfExport({ userSearchQuery, columnKeys }: ExportView): SearchAddress {
  const query = savedQuery.safeParse(userSearchQuery);
  if (!query.success) return {};
  // A file may hold columns that no table has, and more than one shows.
  const cols = columnKeys.filter((key) => recordColumn(query.data.tradeType, key)).slice(0, LIMITS.columns);
  return { ...addressOf(query.data), cols: cols.join(',') };
}

/** Fetches the file once more; one that must be made again first keeps the button busy meanwhile. */
function FetchAgain({ one: { exportId, state, fileName, keptUntil } }: { one: ExportView }) {
  const fetching = useMutation({
    mutationFn: () => downloadExport(exportId),
    onError: (error) => notifyWrong(error.message),
  });
  if (state !== 'READY') return null;
  if (keptUntil !== null && keptUntil < new Date().toISOString()) {
    return <span className="block soft">Kept no longer</span>;
  }
  return (
    <ActionButton
      variant="default"
      size="xs"
      aria-label={`Download ${fileName}`}
      busy={fetching.isPending}
      onClick={() => fetching.mutate()}
    >
      Download
    </ActionButton>
  );
}
