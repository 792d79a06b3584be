import { Button, Modal } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { startTransition, useState } from 'react';
import { ChooseColumns } from './choose-columns.js';
import classes from './column-chooser.module.css';
import { useTableLayout } from './table-layout.js';

/** The menu bar's `Custom`: which columns the results show, and in which order (SPEC 2). */
export function ColumnChooser() {
  const [opened, setOpened] = useState(false);
  const { offered, initial, layout, change } = useTableLayout();
  const close = () => setOpened(false);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconColumns3 size={16} stroke={1.6} aria-hidden />}
        aria-haspopup="dialog"
        disabled={offered.length === 0}
        // The button answers first: there may be more than a hundred columns to offer.
        onClick={() => startTransition(() => setOpened(true))}
      >
        Custom
      </Button>
      <Modal.Root opened={opened} onClose={close} size={820} classNames={{ content: classes.content ?? '' }}>
        <Modal.Overlay />
        <Modal.Content>
          <div className={classes.head}>
            <Modal.Title className={classes.title}>Columns</Modal.Title>
            <Modal.CloseButton aria-label="Close" />
          </div>
          <Modal.Body className={classes.body}>
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
          </Modal.Body>
        </Modal.Content>
      </Modal.Root>
    </>
  );
}
