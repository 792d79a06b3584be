import { Button, Menu } from '@mantine/core';
import { IconBookmark, IconChevronDown } from '@tabler/icons-react';
import type { SearchQuery } from '@tidewaiter/contract';
import { useRef, useState } from 'react';
import { endsSession } from '../../../session/ends-session.js';
import { OopsDialog } from '../../../ui/oops-dialog.js';
import { passingNote } from '../../../ui/passing-note-store.js';
import { SaveAsDialog } from './save-as-dialog.js';
import { useOpenedSearch } from './use-opened-search.js';
import { type QuestionToSave, useSave } from './use-save.js';

interface SaveQueryProps {
  query: SearchQuery;
  /** The saved search that was opened, by its id. */
  saved: string | undefined;
  /** Wire keys of the columns that the link shows; null where it leaves them to the person. */
  columns: readonly string[] | null;
  /** The id under which the question was noted; undefined until it is answered. */
  searchId: string | undefined;
}

/** The Save Query menu of the results (SPEC 2): Save replaces the saved search that was opened, Save as adds one. */
export function SaveQuery({ query, saved, columns, searchId }: SaveQueryProps) {
  const opened = useOpenedSearch(saved).data;
  const [savingAs, setSavingAs] = useState<QuestionToSave | null>(null);
  const save = useSave();
  const button = useRef<HTMLButtonElement>(null);

  const question = searchId === undefined ? null : { searchId, query, columnKeys: [...(columns ?? [])] };

  function closeSaveAs() {
    setSavingAs(null);
    // The menu's entry that opened it is gone by then.
    button.current?.focus();
  }

  function replace() {
    if (!opened || !question || save.isPending) return;
    save.mutate({ saved: opened, question }, { onSuccess: ({ message }) => passingNote.show(message) });
  }

  return (
    <>
      <Menu position="bottom-end" width="target" withinPortal={false}>
        <Menu.Target>
          <Button
            ref={button}
            variant="default"
            size="xs"
            disabled={question === null}
            leftSection={<IconBookmark size={16} stroke={1.6} aria-hidden />}
            rightSection={<IconChevronDown size={16} stroke={1.6} aria-hidden />}
          >
            Save Query
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {opened && <Menu.Item onClick={replace}>Save</Menu.Item>}
          <Menu.Item onClick={() => setSavingAs(question)}>Save as</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <SaveAsDialog
        question={savingAs}
        workspaceId={opened?.workspaceId ?? null}
        onClose={closeSaveAs}
        onDone={passingNote.show}
      />
      <OopsDialog message={save.error && !endsSession(save.error) ? save.error.message : null} onClose={save.reset} />
    </>
  );
}
