import { Button } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { Suspense, startTransition, useState } from 'react';
import { later, whenAnswered } from '../../session/client.js';
import { useTableLayout } from './table-layout.js';

const loadColumnDialog = whenAnswered(() => import('./choose-columns.js'));
const ColumnDialog = later(loadColumnDialog, 'ColumnDialog');
const prepare = () => void loadColumnDialog();

/** Asks behind the menu bar's `Custom` which columns the results show, and in which order (SPEC 2). */
export function ColumnChooser() {
  const [opened, setOpened] = useState(false);
  const [needed, setNeeded] = useState(false);
  if (opened && !needed) setNeeded(true);
  const { offered, initial, layout, change } = useTableLayout();
  const close = () => setOpened(false);
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        leftSection={<IconColumns3 size={16} stroke={1.6} aria-hidden />}
        aria-haspopup="dialog"
        disabled={offered.length === 0}
        onPointerEnter={prepare}
        onFocus={prepare}
        // The button answers first: there may be more than a hundred columns to offer.
        onClick={() => startTransition(() => setOpened(true))}
      >
        Custom
      </Button>
      {needed && (
        <Suspense>
          <ColumnDialog
            opened={opened}
            offered={offered}
            initial={initial}
            shown={layout.columns}
            onCancel={close}
            onApply={(columns) => {
              change({ ...layout, columns });
              close();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
