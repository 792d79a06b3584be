import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { LIMITS } from '@tidewaiter/contract';
import { EXPORTS_KEY } from '../../search/exports/export-calls.js';
import { client } from '../../session/client.js';
import { useSession } from '../../session/store.js';
import { History } from '../../ui/history.js';
import { NothingHere } from '../../ui/nothing-here.js';
import { Page } from '../../ui/page.js';
import { pageInAddress, pageOfAddress } from '../../ui/page-number.js';
import { SoughtText } from '../../ui/sought-text.js';
import { COLUMNS, entryOf } from './exported.js';

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
