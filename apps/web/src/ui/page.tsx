import type { ReactNode } from 'react';
import classes from './page.module.css';

interface PageProps {
  title: string;
  lead?: ReactNode;
  /** They stand beside the heading. */
  actions?: ReactNode;
  children: ReactNode;
}

/** Shows a screen inside the frame: its name, one line about it, its parts. */
export function Page({ title, lead, actions, children }: PageProps) {
  return (
    <div className="stack gap-16 w-full mx-auto" style={{ maxWidth: 1120 }}>
      <title>{`${title} · Tidewaiter`}</title>
      <div className={classes.head}>
        <div>
          <h1>{title}</h1>
          {lead && <p>{lead}</p>}
        </div>
        {actions}
      </div>
      {children}
    </div>
  );
}

/** Puts a part of a screen on its own ground. */
export function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.card} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
