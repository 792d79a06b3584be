import { Skeleton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { LIMITS } from '@tidewaiter/contract';
import { useState } from 'react';
import { EXPORTS_KEY } from '../../search/exports/export-calls.js';
import { client } from '../../session/client.js';
import { useSession } from '../../session/store.js';
import { BY_AGE, ListPages } from '../../ui/list-pages.js';
import { NothingHere } from '../../ui/nothing-here.js';
import { LoadFailure } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { pageInAddress, pageOfAddress } from '../../ui/page-number.js';
import classes from './download-log.module.css';
import { ExportTable } from './export-table.js';

const route = getRouteApi('/signed-in/downloadlog');

/** Pauses in typing that are long enough to look for what was typed. */
const LOOK_AFTER_MS = 300;

/** Download history (/downloadlog): what was exported, to be fetched or asked again. The address holds page and text. */
export function DownloadLogScreen() {
  const { page: pageText, text = '', export: linked } = route.useSearch();
  const navigate = useNavigate({ from: '/downloadlog' });
  const { user } = useSession();
  const page = pageOfAddress(pageText);
  const { data, error, refetch, isPlaceholderData } = useQuery(exportPage(user?.userid ?? 0, page, text));
  const { data: named } = useQuery({ ...linkedExport(linked ?? ''), enabled: linked !== undefined });
  const [typed, setTyped] = useState(text);
  const look = useDebouncedCallback(
    (contains: string) => void navigate({ search: contains === '' ? {} : { text: contains }, replace: true }),
    LOOK_AFTER_MS,
  );
  const turnTo = (next: number) => void navigate({ search: (before) => ({ ...before, page: pageInAddress(next) }) });

  function content() {
    if (error) return <LoadFailure error={error} onRetry={refetch} />;
    if (!data) return <Skeleton height={240} aria-hidden="true" />;
    const { exportList, totalRecords } = data;
    // What a link is about is there on every page.
    const apart = named && !exportList.some(({ exportId }) => exportId === named.exportId) ? [named] : [];
    if (exportList.length + apart.length === 0)
      return <Nothing text={text} past={totalRecords > 0} onAll={() => setTyped('')} />;
    return (
      <>
        <div data-loading={isPlaceholderData || undefined}>
          <ExportTable exports={[...apart, ...exportList]} linked={linked} withPeople={user?.uplineId === 0} />
        </div>
        <ListPages
          label="Pages of the download history"
          page={page}
          pageSize={LIMITS.pageSize}
          total={totalRecords}
          onPage={turnTo}
          words={BY_AGE}
        />
      </>
    );
  }

  return (
    <Page
      title="Download History"
      lead="A file can be fetched again, free of charge, for as long as it is kept; a question leads back to its search, with all that it finds now."
      actions={
        <TextInput
          type="search"
          aria-label="Find a question"
          placeholder="Find a question"
          className={classes.find}
          maxLength={LIMITS.searchValueMaxLength}
          value={typed}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            look(value.trim());
          }}
        />
      }
    >
      {content()}
    </Page>
  );
}

/** Says why there is nothing, and what to do next. */
function Nothing({ text, past, onAll }: { text: string; past: boolean; onAll: () => void }) {
  if (past) {
    return (
      <NothingHere says="This page lies past the last export.">
        <Link to="/downloadlog">Go to the first page</Link>
      </NothingHere>
    );
  }
  return text === '' ? (
    <NothingHere says="Nothing has been exported yet. Search for records, then choose Export All or Export Selected above them.">
      <Link to="/list1">Search Global Data</Link>
    </NothingHere>
  ) : (
    <NothingHere says={`No export’s question says “${text}”.`}>
      <Link to="/downloadlog" onClick={onAll}>
        Show all exports
      </Link>
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
