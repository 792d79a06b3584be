import {
  all,
  type Condition,
  firstNotBefore,
  type LineField,
  type Term,
  type TradeType,
  termsOf,
} from '@tidewaiter/contract';
import { z } from 'zod';
import type { PartyNameDictionary } from '../cache/party-name-dictionary.js';
import type { TokenizedColumn } from '../cache/token-dictionary.js';
import { PARTY_ROLES } from '../columns/parties.js';
import { plainPartyKey } from '../text/party-name-keys.js';
import { visibleSums } from '../versions/data-version.js';
import { leadKeyOf } from '../versions/joined-parties.js';
import { mostContaining } from './contained-words.js';
import type { NarrowedQuery } from './entitlement.js';
import { cachedQuery, type Snapshot } from './snapshot.js';
import { mostWithWords } from './whole-words.js';

/** Records that are sorted, and summed up in all lists, as quickly as they are counted by day and then read: what is sorted and summed is not counted before. */
export const FEW = 20_000;

/** How many records have codes of goods that begin with certain digits. */
type CodeCounts = (digits: string) => number;

/** Codes in their order, and how many records those before each have; behind them, how many all have. */
interface CountedCodes {
  codes: readonly string[];
  before: readonly number[];
}

/** Of all countries and days, from what each load keeps. */
const codesCounted = cachedQuery<Pick<NarrowedQuery, 'tradeType'>, CountedCodes>(
  'code-counts',
  async ({ tradeType }, snapshot) => {
    const visible = visibleSums(snapshot.version);
    const rows = await snapshot.query({
      name: 'selectivity.codes',
      sql: `SELECT hs_code, sum(records) FROM hs_months WHERE trade_type = {trade:String} AND ${visible.sql} GROUP BY hs_code`,
      parameters: { trade: tradeType, ...visible.parameters },
      row: z.tuple([z.string(), z.coerce.number()]),
      lane: 'short',
    });
    rows.sort(([a], [b]) => (a < b ? -1 : 1));
    const before = [0];
    for (const [, records] of rows) before.push((before.at(-1) ?? 0) + records);
    return { codes: rows.map(([code]) => code), before };
  },
);

/** What comes behind every letter of a code. */
const BEHIND_ALL = '\uffff';

async function codeCounts({ tradeType }: NarrowedQuery, snapshot: Snapshot): Promise<CodeCounts> {
  const { codes, before } = await codesCounted({ tradeType }, snapshot);
  const recordsBefore = (text: string) => before[firstNotBefore(codes.length, (at) => (codes[at] ?? '') < text)] ?? 0;
  return (digits) => recordsBefore(`${digits}${BEHIND_ALL}`) - recordsBefore(digits);
}

const UNKNOWN = Number.POSITIVE_INFINITY;

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/**
 * How many records a question can find at most, as far as that is known without reading any: from the codes of goods, from the words of texts
 * and from the parties that were picked, of all countries and days. Infinitely many where nothing is known.
 */
export async function cardinalityBound(query: NarrowedQuery, snapshot: Snapshot): Promise<number> {
  const condition = all(query.condition, ...query.filters);
  const isOfCodes = [...termsOf(condition)].some(({ field }) => field === 'hs' || field === 'heading');
  const codes = isOfCodes ? await codeCounts(query, snapshot) : () => UNKNOWN;
  return boundOf(condition, query.tradeType, codes, snapshot);
}

/** Whether it is known without reading any record that a question finds few. */
export const isSelective = async (query: NarrowedQuery, snapshot: Snapshot): Promise<boolean> =>
  (await cardinalityBound(query, snapshot)) <= FEW;

function boundOf(condition: Condition, trade: TradeType, codes: CodeCounts, snapshot: Snapshot): number {
  const each = (of: readonly Condition[]) => of.map((one) => boundOf(one, trade, codes, snapshot));
  switch (condition.is) {
    case 'not':
      return UNKNOWN;
    case 'or':
      return sum(each(condition.of));
    case 'and':
      return Math.min(...each(condition.of));
    case 'term':
      return boundOfTerm(condition, trade, codes, snapshot);
  }
}

const TEXTS: Partial<Record<LineField, readonly TokenizedColumn[]>> = {
  product: ['product_description_text'],
  description: ['product_description_text'],
  importer: [`${PARTY_ROLES.IMPORTER}_text`],
  exporter: [`${PARTY_ROLES.EXPORTER}_text`],
  company: [`${PARTY_ROLES.IMPORTER}_text`, `${PARTY_ROLES.EXPORTER}_text`],
};

const ROLES = { importer: ['IMPORTER'], exporter: ['EXPORTER'], company: ['IMPORTER', 'EXPORTER'] } as const;

function boundOfTerm({ field, match }: Term, trade: TradeType, codes: CodeCounts, snapshot: Snapshot): number {
  const dictionary = snapshot.tokenDictionary;
  if (field === 'hs' && match.kind === 'range' && match.from === match.to) return codes(match.from ?? '');
  if ((field === 'hs' || field === 'heading') && match.kind === 'is') return codes(match.value);
  const columns = field === null ? undefined : TEXTS[field];
  if (field === 'product' && match.kind === 'words')
    return mostWithWords(match.words.join(' '), dictionary('product_description_text'));
  if (columns && match.kind === 'text')
    return sum(columns.map((column) => mostContaining(column, match.text, dictionary(column))));
  if ((field === 'importer' || field === 'exporter' || field === 'company') && match.kind === 'is')
    return sum(
      ROLES[field].map((role) => recordsOfParty(match.value, snapshot.partyNameDictionary(trade, role), snapshot)),
    );
  return UNKNOWN;
}

/** How many records a party has in a dictionary's role. */
function recordsOfParty(name: string, dictionary: PartyNameDictionary | undefined, { version }: Snapshot): number {
  const key = plainPartyKey(name);
  return dictionary === undefined || key === undefined ? UNKNOWN : dictionary.records(leadKeyOf(key, version));
}
