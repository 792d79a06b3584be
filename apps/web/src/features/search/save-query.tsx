import { Button } from '@mantine/core';
import { IconBookmark, IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { MESSAGES, type SearchQuery } from '@tidewaiter/contract';
import { Suspense, useRef, useState } from 'react';
import { isGone, savedSearchOf } from '../../search/api/saved-search.js';
import { type QuestionToSave, useSave } from '../../search/saving/saved-searches.js';
import { later } from '../../session/client.js';
import { LaterMenu, useMenuButton } from '../../session/later-menu.js';
import { useSession } from '../../session/store.js';
import { OopsDialog } from '../../ui/alert-dialog.js';
import { Notice } from '../../ui/notice.js';
import { notifyDone } from '../../ui/notification.js';
import classes from './results.module.css';

const SaveAsDialog = later(() => import('../../search/saving/save-as-dialog.js'), 'SaveAsDialog');

interface SaveQueryProps {
  query: SearchQuery;
  /** The saved search that was opened, by its id. */
  saved: string | undefined;
  /** Wire keys of the columns that the link shows; null where it leaves them to the person. */
  columns: readonly string[] | null;
  /** The id under which the question was noted; undefined until it is answered. */
  searchId: string | undefined;
}

/** Save Query of the results (SPEC 2): Save replaces the saved search that was opened, Save as adds one. Where there is none to replace, it saves as. */
export function SaveQuery({ query, saved, columns, searchId }: SaveQueryProps) {
  const opened = useOpenedSearch(saved).data;
  const [savingAs, setSavingAs] = useState<QuestionToSave | null>(null);
  const [needed, setNeeded] = useState(false);
  if (savingAs !== null && !needed) setNeeded(true);
  const save = useSave();
  const { ofButton, ofMenu } = useMenuButton();
  const button = useRef<HTMLButtonElement>(null);

  const question = searchId === undefined ? null : { searchId, query, columnKeys: [...(columns ?? [])] };

  function closeSaveAs() {
    setSavingAs(null);
    // The menu's entry that opened it is gone by then.
    button.current?.focus();
  }

  function replace() {
    if (!opened || !question || save.isPending) return;
    save.mutate({ saved: opened, question }, { onSuccess: ({ message }) => notifyDone(message) });
  }

  const saveAs = () => setSavingAs(question);
  const shared = {
    variant: 'default',
    size: 'xs',
    disabled: question === null,
    leftSection: <IconBookmark size={16} stroke={1.6} aria-hidden />,
  } as const;
  return (
    <>
      {opened?.mayChange ? (
        <>
          <Button
            {...shared}
            {...ofButton}
            ref={button}
            rightSection={<IconChevronDown size={16} stroke={1.6} aria-hidden />}
          >
            Save Query
          </Button>
          <LaterMenu
            {...ofMenu}
            width="target"
            withinPortal={false}
            entries={[
              { label: 'Save', act: replace },
              { label: 'Save as', act: saveAs },
            ]}
          />
        </>
      ) : (
        <Button {...shared} ref={button} aria-haspopup="dialog" onClick={saveAs}>
          Save Query
        </Button>
      )}
      {needed && (
        <Suspense>
          <SaveAsDialog
            question={savingAs}
            workspaceId={opened?.workspaceId ?? null}
            onClose={closeSaveAs}
            onDone={notifyDone}
          />
        </Suspense>
      )}
      <OopsDialog message={save.error?.message ?? null} onClose={save.reset} />
    </>
  );
}

/** Which saved search is open, and so what Save replaces. Of one that is not the account's, nothing is told but that. */
export function OpenedSearch({ savedId }: { savedId: string }) {
  const { data, error } = useOpenedSearch(savedId);
  if (isGone(error)) {
    return <Notice kind="mind">{MESSAGES.savedSearchGone}</Notice>;
  }
  return (
    <p className={`soft anywhere ${classes.opened}`}>
      Saved search <strong>{data?.name ?? '…'}</strong> in <strong>{data?.workspaceName}</strong>
    </p>
  );
}

/** The saved search that a link names, as it is kept now; nothing is asked where the link names none. */
function useOpenedSearch(savedId: string | undefined) {
  const userId = useSession().user?.userid ?? 0;
  return useQuery({ ...savedSearchOf(userId, savedId ?? ''), enabled: savedId !== undefined });
}
