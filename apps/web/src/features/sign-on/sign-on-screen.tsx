import { useMutation } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { client } from '../../session/client.js';
import { providerAnswer } from '../../session/firm/provider-answer.js';
import { headingFor } from '../../session/firm/to-firm.js';
import { sessionStore } from '../../session/store.js';
import { wayBack } from '../../session/way-back.js';
import { EntryFrame } from '../../ui/entry-frame.js';
import classes from '../../ui/entry-frame.module.css';
import { Notice } from '../../ui/notice.js';

/** Where a firm's provider sends people back to: the portal is asked at once whether that lets them in. */
export function SignOnScreen() {
  const router = useRouter();
  const signIn = useMutation({
    mutationFn: () => client.loginByFirm({ answer: providerAnswer }),
    onSuccess: (answer) => {
      sessionStore.begin(answer);
      return router.navigate({ href: wayBack(headingFor()), replace: true });
    },
    gcTime: 0,
  });
  const isSent = useRef(false);
  // The answer is good once.
  useEffect(() => {
    if (!isSent.current) signIn.mutate();
    isSent.current = true;
  });
  return (
    <EntryFrame title="Sign in">
      <h1>Sign in with your firm</h1>
      {signIn.isError ? (
        <>
          <div className="door-fields">
            <Notice kind="wrong">{signIn.error.message}</Notice>
          </div>
          <p className={classes.other}>
            <Link to="/login" search={{ from: headingFor() }}>
              Back to sign in
            </Link>
          </p>
        </>
      ) : (
        <p className={classes.lead} role="status">
          Your firm has sent you back. One moment, please.
        </p>
      )}
    </EntryFrame>
  );
}
