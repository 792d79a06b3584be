import { Button } from '@mantine/core';
import { IconFolder, IconFolderPlus, IconFolders } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { formatCount } from '../../format/numbers.js';
import { type Workspace, workspacesOf } from '../../search/saving/saved-searches.js';
import { useSubscription } from '../../session/account.js';
import { later } from '../../session/client.js';
import { useSession } from '../../session/store.js';
import { SHARING, WorkspaceTabs } from '../../session/workspace-tabs.js';
import { OopsDialog } from '../../ui/alert-dialog.js';
import { Awaiting, Held } from '../../ui/awaiting.js';
import { LoadFailure } from '../../ui/notice.js';
import { notifyDone } from '../../ui/notification.js';
import { Page } from '../../ui/page.js';
import { SavedSearches } from './saved-searches.js';
import classes from './workspace.module.css';
import { shownBy, type WorkspaceAddress } from './workspace-address.js';
import { removableWorkspace, useRemoval } from './workspace-calls.js';
import { WorkspaceDialog } from './workspace-dialog.js';

const route = getRouteApi('/signed-in/workspace');

/** Lists come with the first look at one. */
const OwnLists = later(() => import('./lists/own-lists.js'), 'OwnLists');

/** Workspace (/workspace): the account's saved searches, or its lists. The address says what is shown. */
export function WorkspaceScreen() {
  const address = route.useSearch();
  useFolderOfState();
  if (address.list === undefined) return <SavedSearchesScreen address={address} />;
  return (
    <Suspense fallback={<Awaiting shapes={[['table', 6]]} />}>
      <OwnLists listId={address.list} />
    </Suspense>
  );
}

/** The account's folders, and the searches saved in them. */
function SavedSearchesScreen({ address }: { address: WorkspaceAddress }) {
  const userId = useSession().user?.userid ?? 0;
  const { data: workspaces, error, refetch } = useQuery({ ...workspacesOf(userId), refetchOnWindowFocus: 'always' });
  const { data: subscription } = useSubscription();
  const [naming, setNaming] = useState<Workspace | 'new' | null>(null);
  const navigate = useNavigate({ from: '/workspace' });
  const removal = useRemoval();
  const shown = shownBy(address);
  const workspace = workspaces?.find(({ id }) => id === shown.workspaceId);

  function remove(one: Workspace) {
    removal.mutate(removableWorkspace(one), { onSuccess: () => void navigate({ search: {} }) });
  }

  return (
    <Page
      title="Workspace"
      lead={
        <>
          {SHARING}{' '}
          {subscription === undefined ? (
            <Held className="inline-block" height={12} width="16ch" />
          ) : (
            subscription && `${formatCount(Math.max(0, subscription.totalWorkspace))} more workspaces can be made.`
          )}
        </>
      }
      actions={
        <Button leftSection={<IconFolderPlus size={18} stroke={1.6} aria-hidden />} onClick={() => setNaming('new')}>
          Add New
        </Button>
      }
    >
      <WorkspaceTabs shown="searches" />
      {error && !workspaces ? (
        <LoadFailure error={error} onRetry={refetch} />
      ) : (
        <div className={classes.parts}>
          <Folders workspaces={workspaces} address={address} />
          <SavedSearches
            shown={shown}
            workspace={workspace}
            isGone={workspaces !== undefined && shown.workspaceId !== undefined && workspace === undefined}
            isFirst={workspaces?.length === 0}
            onRename={setNaming}
            onRemove={remove}
          />
        </div>
      )}
      <WorkspaceDialog
        naming={naming}
        left={subscription?.totalWorkspace}
        onClose={() => setNaming(null)}
        onMade={(id) => void navigate({ search: { workspace: id } })}
        onDone={notifyDone}
      />
      <OopsDialog message={removal.error?.message ?? null} onClose={removal.reset} />
    </Page>
  );
}

/** Another screen may say in the navigation's state which workspace it means (SPEC 2); from then on the address does. */
function useFolderOfState() {
  const { pathname, state, search } = useLocation();
  const navigate = useNavigate({ from: '/workspace' });
  // On the way to another screen, the state is that screen's.
  const named = pathname !== '/workspace' || 'workspace' in search ? undefined : state.workspace_id;
  useEffect(() => {
    if (typeof named === 'string') void navigate({ search: { workspace: named }, state: {}, replace: true });
  }, [named, navigate]);
}

interface FoldersProps {
  /** Undefined until they are here. */
  workspaces: readonly Workspace[] | undefined;
  address: WorkspaceAddress;
}

/** The account's workspaces as folders, each with how many searches it holds, and all of them. */
function Folders({ workspaces, address }: FoldersProps) {
  const all = workspaces?.reduce((sum, { savedSearches }) => sum + savedSearches, 0);
  return (
    <nav aria-label="Workspaces" className={classes.folders}>
      <Folder
        name="All"
        held={all}
        icon={<IconFolders size={18} stroke={1.6} aria-hidden />}
        isShown={address.workspace === undefined}
        search={{ sort: address.sort }}
      />
      {workspaces?.map(({ id, name, savedSearches }) => (
        <Folder
          key={id}
          name={name}
          held={savedSearches}
          icon={<IconFolder size={18} stroke={1.6} aria-hidden />}
          isShown={id === address.workspace}
          search={{ workspace: id, sort: address.sort }}
        />
      ))}
      {workspaces === undefined && <Awaiting shapes={[['lines', 1, 36]]} />}
    </nav>
  );
}

interface FolderProps {
  name: string;
  held: number | undefined;
  icon: ReactNode;
  isShown: boolean;
  search: WorkspaceAddress;
}

/** A way to all of them is not one to each. */
const EXACTLY = { exact: true, includeSearch: true };

function Folder({ name, held, icon, isShown, search }: FolderProps) {
  return (
    <Link
      to="/workspace"
      search={search}
      className={classes.folder}
      title={name}
      activeOptions={EXACTLY}
      activeProps={{}}
      aria-current={isShown ? 'page' : undefined}
    >
      {icon}
      <bdi className="cut flex-1">{name}</bdi>
      {held !== undefined && (
        <span className="small figures relative">
          {formatCount(held)}
          <span className="visually-hidden"> saved</span>
        </span>
      )}
    </Link>
  );
}
