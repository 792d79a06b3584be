/**
 * Headers of real customs files, which lie beside the project for its builders and are no part of it, and what each of their
 * columns is: labels of our own, written once by hand and by nothing that this project does.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { TradeType } from '@tidewaiter/contract';
import { understandFile } from '@tidewaiter/loader';
import { z } from 'zod';

/** Where the headers lie, if they do. */
export const LAYOUTS = fileURLToPath(new URL('../../../../shared/sources/header-layouts.json', import.meta.url));

const layouts = z.array(
  z.object({
    country: z.string(),
    tradeType: z.enum(['IMPORT', 'EXPORT']),
    headerRow: z.number(),
    columns: z.array(z.string()),
  }),
);

/** By `country/trade type/header row`: for each column, the record columns that are right for it, `-` for none. */
const labels = z.record(z.string(), z.array(z.string()));

const LABELS = new URL('../fixtures/header-labels.json', import.meta.url);

export interface KnownLayout {
  key: string;
  country: string;
  trade: TradeType;
  columns: readonly string[];
  /** For each column, the answers that are right; more than one where the header leaves it open. */
  right: readonly (readonly string[])[];
  heldOut: boolean;
}

/** A layout is held out by the hash of its country and trade type: fixed before the first word of the dictionary was written. */
function isHeldOut(country: string, trade: TradeType): boolean {
  return (createHash('sha256').update(`${country}/${trade}`).digest()[0] ?? 0) % 3 === 0;
}

/** The layouts of a file of headers that are labelled. */
export function readLayouts(path: string): KnownLayout[] {
  const known = labels.parse(JSON.parse(readFileSync(LABELS, 'utf8')));
  return layouts.parse(JSON.parse(readFileSync(path, 'utf8'))).flatMap(({ country, tradeType, headerRow, columns }) => {
    const key = `${country}/${tradeType}/${headerRow}`;
    const right = known[key]?.map((label) => label.split('|'));
    if (right === undefined) return [];
    if (right.length !== columns.length)
      throw new Error(`${key} has ${columns.length} columns and ${right.length} labels`);
    return [{ key, country, trade: tradeType, columns, right, heldOut: isHeldOut(country, tradeType) }];
  });
}

/** What is proposed for each column of a layout from its names alone: no values, no file name, nothing said. */
function understandLayout({ columns: header, right }: KnownLayout) {
  const { columns, trade } = understandFile({ header, rows: [], fileName: '' });
  return { trade, results: columns.map(({ target }, index) => ({ right: right[index] ?? [], answer: target ?? '-' })) };
}

export interface Measured {
  layouts: number;
  columns: number;
  /** Columns for which the right answer is a record column. */
  meant: number;
  /** Of all columns, those that are mapped or left out rightly. */
  right: number;
  /** Of the columns that a record column is meant by, those that it was proposed for. */
  found: number;
  /** Record columns that were proposed, and those of them that are right. */
  proposed: number;
  proposedRight: number;
  /** Layouts in which every column is right. */
  whole: number;
  /** Layouts whose trade type was told from the header. */
  tradeRight: number;
}

/** Counts what was understood of some layouts. */
export function measure(some: readonly KnownLayout[]): Measured {
  const sum: Measured = {
    layouts: some.length,
    ...{ columns: 0, meant: 0, right: 0, found: 0, proposed: 0, proposedRight: 0, whole: 0, tradeRight: 0 },
  };
  for (const layout of some) {
    const { results, trade } = understandLayout(layout);
    const isRight = ({ right, answer }: (typeof results)[number]) => right.includes(answer);
    sum.columns += results.length;
    sum.right += results.filter(isRight).length;
    const meant = results.filter(({ right }) => !right.includes('-'));
    sum.meant += meant.length;
    sum.found += meant.filter(isRight).length;
    const proposed = results.filter(({ answer }) => answer !== '-');
    sum.proposed += proposed.length;
    sum.proposedRight += proposed.filter(isRight).length;
    sum.whole += Number(results.every(isRight));
    sum.tradeRight += Number(trade.trade === layout.trade);
  }
  return sum;
}
