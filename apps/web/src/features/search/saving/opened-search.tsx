import { MESSAGES, PortalError } from '@tidewaiter/contract';
import { Notice } from '../../../ui/notice.js';
import classes from './saving.module.css';
import { useOpenedSearch } from './use-opened-search.js';

/** Which saved search is open, and so what Save replaces. Of one that is not the account's, nothing is told but that. */
export function OpenedSearch({ savedId }: { savedId: string }) {
  const { data, error } = useOpenedSearch(savedId);
  if (error instanceof PortalError && error.code === 'NOT_YOURS') {
    return <Notice kind="mind">{MESSAGES.savedSearchGone}</Notice>;
  }
  if (!data) return null;
  return (
    <p className={classes.opened}>
      Saved search <strong>{data.name}</strong> in <strong>{data.workspaceName}</strong>
    </p>
  );
}
