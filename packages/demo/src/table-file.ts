import { readFileSync } from 'node:fs';

/** A file of `tables`, which lies beside this folder and beside what is built of it. */
export const tableFile = (name: string) => readFileSync(new URL(`../tables/${name}`, import.meta.url), 'utf8');

/** The lines of a file of `tables`. */
export const linesOf = (name: string) => tableFile(name).trimEnd().split('\n');

/** The rows of a table of `tables`, without its head. */
export const rowsOf = (name: string) =>
  linesOf(name)
    .slice(1)
    .map((line) => line.split('\t'));
