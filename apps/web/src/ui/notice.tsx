import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import classes from './notice.module.css';

interface NoticeProps {
  kind: 'wrong' | 'done' | 'mind';
  children: ReactNode;
}

/** Says one line beside what it is about. What is wrong is announced at once, the rest when there is a pause. */
export function Notice({ kind, children }: NoticeProps) {
  // A status is read out when it changes, not when it appears: it appears empty.
  const [said, setSaid] = useState<ReactNode>(null);
  useEffect(() => setSaid(children), [children]);
  return (
    <div
      role={kind === 'wrong' ? 'alert' : 'status'}
      className={`p-8-12 rounded-3 anywhere ${classes.notice}`}
      data-kind={kind}
    >
      {said}
    </div>
  );
}

/** Says what a form has to say of a failure, where it has. */
export const Refusal = ({ says }: { says: string | null }) => says && <Notice kind="wrong">{says}</Notice>;

/** Says why a part of a screen could not be fetched, and tries again. */
export function LoadFailure({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  return (
    <div className="row wrap gap-8-16">
      <Notice kind="wrong">{error.message}</Notice>
      <Button variant="default" size="xs" onClick={() => void onRetry()}>
        Retry
      </Button>
    </div>
  );
}
