import { useEffect, useRef } from 'react';

/** Opens and closes the browser's own modal dialog, which keeps focus and page in check. */
export function useModalDialog(open: boolean) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return dialog;
}
