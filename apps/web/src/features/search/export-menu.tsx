import { Button } from '@mantine/core';
import { MESSAGES, type SearchQuery } from '@tidewaiter/contract';
import { Suspense, useState } from 'react';
import { useSelection } from '../../search/table/selection.js';
import { later } from '../../session/client.js';
import { OopsDialog } from '../../ui/alert-dialog.js';
import { clearNotifications } from '../../ui/notification.js';
import classes from './results.module.css';

const ExportDialog = later(() => import('./export-dialog.js'), 'ExportDialog');

/** What somebody wants to export: the records that they ticked, or all that the question finds. */
export interface WantedExport {
  query: SearchQuery;
  ids?: string[];
  /** Each opening of the dialog is another export. */
  opening: number;
}

interface ExportMenuProps {
  query: SearchQuery;
  /** The question has been answered: what was never searched is not exported. */
  answered: boolean;
  /** How many records it finds; undefined while that is not known. */
  total: number | undefined;
}

/** Export All of the results' menu, and Export Selected once records are (SPEC 2). */
export function ExportMenu({ query, answered, total }: ExportMenuProps) {
  const { selected, count } = useSelection();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [wanted, setWanted] = useState<WantedExport | null>(null);
  const [opened, setOpened] = useState(false);

  function open(ids?: string[]) {
    if (!answered) return setRefusal(MESSAGES.searchBeforeExport);
    if (!ids && total === 0) return setRefusal(MESSAGES.nothingToExport);
    setWanted({ query, ...(ids && { ids }), opening: (wanted?.opening ?? 0) + 1 });
    // What the last export said lies where the dialog has its buttons.
    clearNotifications();
    setOpened(true);
  }

  return (
    <>
      {/* Before all else of the menu, which ends where the line does: only the room between gives way to it. */}
      {count > 0 && (
        <Button
          className={classes.selected ?? ''}
          variant="default"
          size="xs"
          aria-haspopup="dialog"
          onClick={() => open(Object.keys(selected))}
        >
          Export Selected
        </Button>
      )}
      <Button variant="default" size="xs" aria-haspopup="dialog" onClick={() => open()}>
        Export All
      </Button>
      {wanted && (
        <Suspense>
          <ExportDialog wanted={wanted} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
      <OopsDialog message={refusal} onClose={() => setRefusal(null)} />
    </>
  );
}
