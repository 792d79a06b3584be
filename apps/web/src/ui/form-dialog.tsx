import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './form-dialog.module.css';

interface FormDialogProps {
  title: string;
  opened: boolean;
  /** False while an alert stands over the form: Escape is the alert's. */
  closeOnEscape?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A form over the screen: the focus goes in, stays in, and comes back to what opened it. */
export function FormDialog({ title, opened, closeOnEscape = true, onClose, children }: FormDialogProps) {
  return (
    <Modal.Root opened={opened} closeOnEscape={closeOnEscape} onClose={onClose} size="md">
      <Modal.Overlay />
      <Modal.Content>
        <div className={classes.head}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </div>
        <Modal.Body className={classes.body}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
