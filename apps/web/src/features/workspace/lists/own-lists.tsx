import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { OwnList } from '@tidewaiter/contract';
import { useState } from 'react';
import { formatCount } from '../../../format/numbers.js';
import { ownLists } from '../../../search/api/own-lists.js';
import { SHARING, WorkspaceTabs } from '../../../session/workspace-tabs.js';
import { Awaiting } from '../../../ui/awaiting.js';
import { ColumnTable } from '../../../ui/column-table.js';
import { NothingHere } from '../../../ui/nothing-here.js';
import { LoadFailure } from '../../../ui/notice.js';
import { Page } from '../../../ui/page.js';
import { FollowList } from './follow-list.js';
import { ListReport } from './list-report.js';
import { ALL_LISTS, stateOf } from './list-words.js';
import { NewListDialog } from './new-list-dialog.js';

/** The account's lists, or one of them. */
export function OwnLists({ listId }: { listId: string }) {
  const { data, error, refetch } = useQuery(ownLists());
  const [making, setMaking] = useState(false);
  const navigate = useNavigate({ from: '/workspace' });
  if (error && !data) return <LoadFailure error={error} onRetry={refetch} />;
  if (!data) return <Awaiting shapes={[['table', 6]]} />;
  const list = data.ownLists.find((one) => one.listId === listId);
  const isFull = data.ownLists.length >= data.most;
  return (
    <Page
      title="Workspace"
      lead={`${SHARING} ${isFull ? `You have ${formatCount(data.most)} lists, as many as your plan allows. Remove one to add another.` : ''}`}
      actions={
        <Button disabled={isFull} onClick={() => setMaking(true)}>
          New list
        </Button>
      }
    >
      <WorkspaceTabs shown="lists" />
      {listId !== ALL_LISTS && (
        <Link to="/workspace" search={{ list: ALL_LISTS }} className="accent self-start">
          All lists
        </Link>
      )}
      {list && <ListReport key={list.listId} list={list} />}
      {listId !== ALL_LISTS && !list && (
        <NothingHere says="This list has been removed. Choose another one under All lists." />
      )}
      {listId === ALL_LISTS && <Lists lists={data.ownLists} />}
      <NewListDialog
        opened={making}
        onClose={() => setMaking(false)}
        onMade={(made) => void navigate({ search: { list: made } })}
      />
    </Page>
  );
}

const KINDS = { COMPANY: 'Companies', HS_CODE: 'HS codes', RECORD: 'Records' } as const;

function Lists({ lists }: { lists: readonly OwnList[] }) {
  if (lists.length === 0)
    return (
      <NothingHere says="No lists yet. Bring your suppliers, customers or HS codes: each row is looked for among the records, and a search can be narrowed to a list." />
    );
  return (
    <ColumnTable
      label="Lists"
      rows={lists}
      keyOf={({ listId }) => listId}
      columns={[
        {
          ...{ name: 'List', isHead: true },
          cell: ({ listId, name }) => (
            <Link to="/workspace" search={{ list: listId }}>
              <bdi>{name}</bdi>
            </Link>
          ),
        },
        { name: 'Of', cell: ({ kind }) => KINDS[kind] },
        { name: 'Rows', isNumber: true, cell: ({ rows }) => formatCount(rows) },
        { name: 'State', cell: stateOf },
        { ...{ name: 'Actions', isScreen: true }, cell: (list) => <FollowList list={list} isRow /> },
      ]}
    />
  );
}
