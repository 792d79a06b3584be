import { Button } from '@mantine/core';
import { MESSAGES } from '@tidewaiter/contract';
import { useEffect, useId, useRef } from 'react';
import classes from './oops-dialog.module.css';

interface OopsDialogProps {
  /** What went wrong; null keeps the dialog closed. */
  message: string | null;
  onClose: () => void;
}

/** The 'Oops!' alert of SPEC 8: one message, one way on. The browser's own modal dialog keeps focus and page in check. */
export function OopsDialog({ message, onClose }: OopsDialogProps) {
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
      <h2 id={`${id}-title`}>{MESSAGES.oops}</h2>
      <p id={`${id}-text`}>{message}</p>
      <Button fullWidth onClick={onClose}>
        OK
      </Button>
    </dialog>
  );
}
