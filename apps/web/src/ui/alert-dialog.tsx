import { Button } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import classes from './alert-dialog.module.css';

interface AlertDialogProps {
  title: string;
  /** What is to be read; null keeps the dialog closed. */
  message: string | null;
  onClose: () => void;
}

/** One message, one way on. The browser's own modal dialog keeps focus and page in check. */
export function AlertDialog({ title, message, onClose }: AlertDialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const open = message !== null;

  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);

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
