import { Button } from '@mantine/core';
import { useId } from 'react';
import classes from './alert-dialog.module.css';
import { useModalDialog } from './use-modal-dialog.js';

interface AlertDialogProps {
  title: string;
  /** What is to be read; null keeps the dialog closed. */
  message: string | null;
  onClose: () => void;
}

/** One message, one way on. */
export function AlertDialog({ title, message, onClose }: AlertDialogProps) {
  const id = useId();
  const dialog = useModalDialog(message !== null);
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className={classes.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <p id={`${id}-text`}>{message}</p>
      <Button fullWidth onClick={onClose}>
        OK
      </Button>
    </dialog>
  );
}
