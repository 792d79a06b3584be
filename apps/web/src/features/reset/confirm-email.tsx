import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client.js';
import { Notice } from '../../ui/notice.js';
import classes from './reset.module.css';

/** Makes a new address count. A press, not the opening of the link: programs open links too, to look at them. */
export function ConfirmEmail({ token }: { token: string }) {
  const confirm = useMutation({ mutationFn: () => client.confirmEmail({ token }) });
  return (
    <section aria-labelledby="reset-heading">
      <h1 id="reset-heading">Confirm your e-mail address</h1>
      <p className={classes.lead}>From then on you sign in with it.</p>
      <div className={classes.fields}>
        {confirm.isError && <Notice kind="wrong">{confirm.error.message}</Notice>}
        {confirm.isSuccess ? (
          <Notice kind="done">{confirm.data.message}</Notice>
        ) : (
          <Button loading={confirm.isPending} onClick={() => confirm.mutate()}>
            Confirm
          </Button>
        )}
      </div>
    </section>
  );
}
