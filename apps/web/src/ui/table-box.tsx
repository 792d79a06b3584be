// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
import type { ReactNode } from 'react';
import classes from './table-box.module.css';

/** A table in a box of its own, which scrolls sideways where the screen is narrower, also by keyboard. */
export function TableBox({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={classes.box} aria-label={label} tabIndex={0}>
      <table className={classes.table}>{children}</table>
    </section>
  );
}
