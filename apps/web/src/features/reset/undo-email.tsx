import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client.js';
import { ActButton } from '../../ui/act-button.js';
import { Notice } from '../../ui/notice.js';
import classes from './reset.module.css';
import type { Step } from './step.js';

interface UndoEmailProps {
  token: string;
  onUndone: (step: Step) => void;
}

/** Gives the account back to its former address, and leads to a new password. A press, as where an address is confirmed. */
export function UndoEmail({ token, onUndone }: UndoEmailProps) {
  const undo = useMutation({
    mutationFn: () => client.undoEmail({ token }),
    onSuccess: (answer) => onUndone({ name: 'password', token: answer.token, byLink: false, notice: answer.message }),
    gcTime: 0,
  });
  return (
    <section aria-labelledby="reset-heading">
      <h1 id="reset-heading">Undo the change of your e-mail address</h1>
      <p className={classes.lead}>
        Your account keeps the address that this link was sent to, or goes back to it. Every session ends, the password
        no longer works, and you set a new one.
      </p>
      <div className={classes.fields}>
        {undo.isError && <Notice kind="wrong">{undo.error.message}</Notice>}
        <ActButton busy={undo.isPending} onClick={() => undo.mutate()}>
          Undo the change
        </ActButton>
      </div>
    </section>
  );
}
