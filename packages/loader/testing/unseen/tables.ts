import { readFileSync } from 'node:fs';
import type { TradeType } from '@tidewaiter/contract';

/** How a file is written: `key=value` or a bare word of its line of files.tsv. */
export type Settings = Readonly<Record<string, string>>;

/** A column of a file: what it says, and in which notation of its own. */
export interface ColumnPlan {
  /** The name of the group above it, where the header has two rows. */
  group: string;
  header: string;
  field: string;
  notation: string;
}

/** A file to be written, as files.tsv describes it. */
export interface FilePlan {
  name: string;
  source: string;
  country: string;
  trade: TradeType;
  settings: Settings;
  columns: readonly ColumnPlan[];
}

const tableOf = (name: string): Record<string, string>[] => {
  const [head = '', ...lines] = readFileSync(new URL(name, import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const keys = head.split('\t');
  return lines.map((line) => Object.fromEntries(line.split('\t').map((cell, at) => [keys[at], cell])));
};

/** Each kind of goods: code, unit, price in USD, weight and duty of a unit, and its name in each language. */
export const GOODS = tableOf('goods.tsv');
/** Units as each custom writes them. */
export const UNITS = tableOf('units.tsv');
/** What names of companies are made of, by language. */
export const COMPANIES = tableOf('companies.tsv');

const pair = (text: string, by: string): [string, string] => {
  const at = text.lastIndexOf(by);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + by.length)];
};

export const filePlans = (): FilePlan[] =>
  tableOf('files.tsv').map(({ file = '', source = '', country = '', trade, settings = '', columns = '' }) => ({
    name: file,
    source,
    country,
    trade: trade === 'EXPORT' ? 'EXPORT' : 'IMPORT',
    settings: settingsOf(settings),
    columns: columns.split(' | ').map((text) => {
      const [title, what] = pair(text, '=');
      const [field, notation] = pair(what, '~');
      // Only a header of two rows has groups: elsewhere a stroke is part of a name.
      const [group, header] = / group( |$)/.test(settings) ? (title.split(/\/(.*)/) as [string, string]) : ['', title];
      return { group, header, field, notation };
    }),
  }));

function settingsOf(text: string): Settings {
  // The one blank within a value: between a day and its hour.
  const words = text.replace(' HH', '_HH').split(' ');
  return Object.fromEntries(
    words.map((word) => {
      const at = word.indexOf('=');
      return at < 0 ? [word, 'yes'] : [word.slice(0, at), word.slice(at + 1).replace('_', ' ')];
    }),
  );
}
