import { readFileSync } from 'node:fs';

/** A file of `data`, which lies beside this folder and beside what is built of it. */
export const dataFile = (name: string) => readFileSync(new URL(`../data/${name}`, import.meta.url), 'utf8');

/** The lines of a file of `data`. */
export const linesOf = (name: string) => dataFile(name).trimEnd().split('\n');

/** The rows of a table of `data`, without its head. */
export const rowsOf = (name: string) =>
  linesOf(name)
    .slice(1)
    .map((line) => line.split('\t'));
