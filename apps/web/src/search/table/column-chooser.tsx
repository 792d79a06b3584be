import { Button } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { lazy, Suspense, startTransition, useState } from 'react';
import { whenAnswered } from '../../session/client.js';
import { TitledModal } from '../../ui/titled-modal.js';
import classes from './column-chooser.module.css';
import { useTableLayout } from './table-layout.js';

const ChooseColumns = lazy(
  whenAnswered(async () => ({ default: (await import('./choose-columns.js')).ChooseColumns })),
);

/** Asks behind the menu bar's `Custom` which columns the results show, and in which order (SPEC 2). */
export function ColumnChooser() {
  const [opened, setOpened] = useState(false);
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
        // The button answers first: there may be more than a hundred columns to offer.
        onClick={() => startTransition(() => setOpened(true))}
      >
        Custom
      </Button>
      <TitledModal
        title="Columns"
        opened={opened}
        onClose={close}
        size={820}
        contentClass={classes.content}
        bodyClass={classes.body}
      >
        <Suspense>
          <ChooseColumns
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
      </TitledModal>
    </>
  );
}
