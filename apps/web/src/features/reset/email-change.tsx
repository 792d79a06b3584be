import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { client } from '../../session/client.js';
import { ActionButton } from '../../ui/action-button.js';
import classes from '../../ui/entry-frame.module.css';
import { Notice } from '../../ui/notice.js';
import type { ResetStage } from './stage.js';

/** Makes a new address count. A press, not the opening of the link: programs open links too, to look at them. */
export function ConfirmEmail({ token }: { token: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const confirm = useMutation({
    mutationFn: () => client.confirmEmail({ token }),
    // The button that was pressed goes.
    onSuccess: () => heading.current?.focus(),
  });
  return (
    <section aria-labelledby="reset-heading">
      <h1 id="reset-heading" ref={heading} tabIndex={-1}>
        Confirm your e-mail address
      </h1>
      <p className={classes.lead}>From then on you sign in with it.</p>
      <div className="door-fields">
        {confirm.isError && <Notice kind="wrong">{confirm.error.message}</Notice>}
        {confirm.isSuccess ? (
          <Notice kind="done">{confirm.data.message}</Notice>
        ) : (
          <ActionButton busy={confirm.isPending} onClick={() => confirm.mutate()}>
            Confirm
          </ActionButton>
        )}
      </div>
    </section>
  );
}

interface UndoEmailProps {
  token: string;
  onUndone: (stage: ResetStage) => void;
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
      <div className="door-fields">
        {undo.isError && <Notice kind="wrong">{undo.error.message}</Notice>}
        <ActionButton busy={undo.isPending} onClick={() => undo.mutate()}>
          Undo the change
        </ActionButton>
      </div>
    </section>
  );
}
