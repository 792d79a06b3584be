import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { LIMITS, MESSAGES, PortalError, type SavedSearch } from '@tidewaiter/contract';
import { useRef, useState } from 'react';
import { displayTime } from '../../format/dates.js';
import { newsOf } from '../../search/api/saved-search.js';
import { TrySearches } from '../../search/notes/try-searches.js';
import type { Workspace } from '../../search/saving/saved-searches.js';
import { useSession } from '../../session/store.js';
import { OopsDialog } from '../../ui/alert-dialog.js';
import { Awaiting } from '../../ui/awaiting.js';
import { ListPages } from '../../ui/list-pages.js';
import { NothingHere } from '../../ui/nothing-here.js';
import { LoadFailure } from '../../ui/notice.js';
import { notifyDone } from '../../ui/notification.js';
import { pageInAddress } from '../../ui/page-number.js';
import { SoughtText } from '../../ui/sought-text.js';
import { EditDialog } from './edit-dialog.js';
import { SavedSearchCard } from './saved-search-card.js';
import classes from './workspace.module.css';
import { type Shown, SORTS, sortInAddress } from './workspace-address.js';
import { removableSearch, savedSearchPage, useRemoval } from './workspace-calls.js';

interface SavedSearchesProps {
  shown: Shown;
  /** The workspace that is shown, where it is one. */
  workspace: Workspace | undefined;
  /** The address names a workspace that is not there, or no more. */
  isGone: boolean;
  /** There is no workspace yet. */
  isFirst: boolean;
  onRename: (workspace: Workspace) => void;
  onRemove: (workspace: Workspace) => void;
}

/** The saved searches of a workspace, or of all: found, sorted, page by page. */
export function SavedSearches({ shown, workspace, isGone, isFirst, onRename, onRemove }: SavedSearchesProps) {
  const userId = useSession().user?.userid ?? 0;
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...savedSearchPage(userId, shown),
    enabled: !isGone,
  });
  const { data: news } = useQuery(newsOf(data?.searchQueryWithWS ?? []));
  const [editing, setEditing] = useState<SavedSearch | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const removal = useRemoval();
  const isRemoved = isGone || (error instanceof PortalError && error.code === 'REMOVED_MEANWHILE');

  function remove(saved: SavedSearch) {
    // The card, and the button that was pressed, are gone then.
    removal.mutate(removableSearch(saved), { onSuccess: () => heading.current?.focus() });
  }

  function content() {
    if (isRemoved) {
      return (
        <NothingHere says={MESSAGES.removedMeanwhile}>
          <Link to="/workspace">Show all saved searches</Link>
        </NothingHere>
      );
    }
    if (error && !data) return <LoadFailure error={error} onRetry={refetch} />;
    if (!data) return <Awaiting className={classes.awaitedCards} shapes={[['cards', 6, 176]]} />;
    const { searchQueryWithWS: found, totalRecords } = data;
    if (found.length === 0) return <NothingFound shown={shown} past={totalRecords > 0} isFirst={isFirst} />;
    return (
      <>
        <ul
          className="plainList grid fill-columns gap-16"
          style={{ '--least': '380px' }}
          data-loading={isPlaceholderData || undefined}
        >
          {found.map((saved) => (
            <SavedSearchCard
              key={saved.id}
              saved={saved}
              news={news?.get(saved.id)}
              withWorkspace={workspace === undefined}
              onEdit={() => setEditing(saved)}
              onRemove={() => remove(saved)}
            />
          ))}
        </ul>
        <Pages shown={shown} total={totalRecords} />
      </>
    );
  }

  return (
    <section className="stack gap-12" aria-labelledby="shown">
      <div className="row wrap gap-8-16 min-h-36">
        <div className="min-w-0">
          <h2 id="shown" ref={heading} tabIndex={-1}>
            <bdi>{workspace?.name ?? (isRemoved ? 'Workspace' : 'All')}</bdi>
          </h2>
          {workspace && (
            <p className="soft small">
              {workspace.createdBy ? `Made by ${workspace.createdBy.userName}, ` : 'Made '}
              {displayTime(workspace.createdDate)}
            </p>
          )}
        </div>
        {workspace?.mayChange && (
          <div className="wrap">
            <Button variant="subtle" size="compact-sm" onClick={() => onRename(workspace)}>
              Rename
            </Button>
            <Button variant="subtle" size="compact-sm" color="gray" onClick={() => onRemove(workspace)}>
              Remove workspace
            </Button>
          </div>
        )}
        {!isRemoved && !isFirst && <Narrowing shown={shown} />}
      </div>
      {content()}
      <EditDialog saved={editing} onClose={() => setEditing(null)} onDone={notifyDone} />
      <OopsDialog message={removal.error?.message ?? null} onClose={removal.reset} />
    </section>
  );
}

/** What the list is narrowed to, and its order. */
function Narrowing({ shown }: { shown: Shown }) {
  const navigate = useNavigate({ from: '/workspace' });
  return (
    <div className="wrap gap-8 push-end">
      <SoughtText
        size="xs"
        aria-label="Find a saved search"
        placeholder="Find by title or description"
        w="min(220px, 50vw)"
        text={shown.contains}
        onLook={(find) =>
          void navigate({
            search: (before) => ({ ...before, find: find || undefined, page: undefined }),
            replace: true,
          })
        }
      />
      <NativeSelect
        size="xs"
        aria-label="Order"
        data={SORTS.map(({ value, label }) => ({ value, label }))}
        value={shown.sort}
        onChange={({ currentTarget: { value } }) =>
          void navigate({ search: (before) => ({ ...before, sort: sortInAddress(value), page: undefined }) })
        }
      />
    </div>
  );
}

function Pages({ shown: { page }, total }: { shown: Shown; total: number }) {
  const navigate = useNavigate({ from: '/workspace' });
  if (total <= LIMITS.pageSize) return null;
  const turnTo = (next: number) => void navigate({ search: (before) => ({ ...before, page: pageInAddress(next) }) });
  return (
    <ListPages label="Pages of saved searches" page={page} pageSize={LIMITS.pageSize} total={total} onPage={turnTo} />
  );
}

interface NothingFoundProps {
  shown: Shown;
  /** There are saved searches, but none on this page. */
  past: boolean;
  isFirst: boolean;
}

/** Says why there is nothing, and what to do next. */
function NothingFound({ shown, past, isFirst }: NothingFoundProps) {
  const address = { workspace: shown.workspaceId, sort: sortInAddress(shown.sort) };
  if (past)
    return (
      <NothingHere says="There are no saved searches on this page: go back to the first.">
        <Link to="/workspace" search={{ ...address, find: shown.contains || undefined }}>
          Go to the first page
        </Link>
      </NothingHere>
    );
  if (shown.contains !== '')
    return (
      <NothingHere says={`No title or description contains “${shown.contains}”.`}>
        <Link to="/workspace" search={address}>
          Show all saved searches
        </Link>
      </NothingHere>
    );
  if (isFirst)
    return (
      <NothingHere says="A workspace keeps the searches that you come back to, for everybody of your account. Save Query above the results of a search makes the first one, and so does Add New.">
        <TrySearches />
      </NothingHere>
    );
  return (
    <NothingHere says="Nothing is saved here yet. Search for records, then choose Save Query above them.">
      <TrySearches />
    </NothingHere>
  );
}
