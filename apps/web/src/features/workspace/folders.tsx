import { IconFolder, IconFolders } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatCount } from '../../format/numbers.js';
import type { Workspace } from '../../search/saving/saved-searches.js';
import { Awaiting } from '../../ui/awaiting.js';
import classes from './workspace.module.css';
import type { WorkspaceAddress } from './workspace-address.js';

interface FoldersProps {
  /** Undefined until they are here. */
  workspaces: readonly Workspace[] | undefined;
  address: WorkspaceAddress;
}

/** The account's workspaces as folders, each with how many searches it holds, and all of them. */
export function Folders({ workspaces, address }: FoldersProps) {
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
