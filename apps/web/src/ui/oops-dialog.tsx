import { MESSAGES } from '@tidewaiter/contract';
import { AlertDialog } from './alert-dialog.js';

interface OopsDialogProps {
  /** What went wrong; null keeps the dialog closed. */
  message: string | null;
  onClose: () => void;
}

/** The 'Oops!' alert of SPEC 8. */
export function OopsDialog(props: OopsDialogProps) {
  return <AlertDialog title={MESSAGES.oops} {...props} />;
}
