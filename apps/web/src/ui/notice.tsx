import type { ReactNode } from 'react';
import classes from './notice.module.css';

interface NoticeProps {
  kind: 'wrong' | 'done' | 'mind';
  children: ReactNode;
}

/** One line beside what it is about. What is wrong is announced at once, the rest when there is a pause. */
export function Notice({ kind, children }: NoticeProps) {
  return (
    <div role={kind === 'wrong' ? 'alert' : 'status'} className={classes.notice} data-kind={kind}>
      {children}
    </div>
  );
}
