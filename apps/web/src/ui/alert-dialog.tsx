import { Button } from '@mantine/core';
import { MESSAGES } from '@tidewaiter/contract';
import { useEffect, useId, useRef } from 'react';
import classes from './alert-dialog.module.css';

interface AlertDialogProps {
  title: string;
  /** Null keeps the dialog closed. */
  message: string | null;
  onClose: () => void;
}

/** Shows one message with one way on. */
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

interface OopsDialogProps {
  /** It says the failure; null keeps the dialog closed. */
  message: string | null;
  onClose: () => void;
}

/** Shows the 'Oops!' alert of SPEC 8. */
export function OopsDialog(props: OopsDialogProps) {
  return <AlertDialog title={MESSAGES.oops} {...props} />;
}

/** Opens and closes the browser's own modal dialog, which keeps focus and page in check. */
function useModalDialog(open: boolean) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return dialog;
}
