import type { ReactNode } from 'react';
import classes from './data-table.module.css';
import { ScrollBox } from './scroll-box.js';

/** Puts a table into a box of its own, which scrolls sideways where the screen is narrower, also by keyboard. */
export function DataTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ScrollBox className={classes.box} label={label}>
      <table className={classes.table}>{children}</table>
    </ScrollBox>
  );
}
