import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { client } from '../../api/client.js';
import { ActButton } from '../../ui/act-button.js';
import { Notice } from '../../ui/notice.js';
import classes from './reset.module.css';

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
      <h1 id="reset-heading" className={classes.heading} ref={heading} tabIndex={-1}>
        Confirm your e-mail address
      </h1>
      <p className={classes.lead}>From then on you sign in with it.</p>
      <div className={classes.fields}>
        {confirm.isError && <Notice kind="wrong">{confirm.error.message}</Notice>}
        {confirm.isSuccess ? (
          <Notice kind="done">{confirm.data.message}</Notice>
        ) : (
          <ActButton busy={confirm.isPending} onClick={() => confirm.mutate()}>
            Confirm
          </ActButton>
        )}
      </div>
    </section>
  );
}
