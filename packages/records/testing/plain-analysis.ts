/** The records of the demo as plain values, and what is asked of them and computed of them without the engine. */
import {
  type Dimension,
  type SearchPayload,
  type SearchQuery,
  searchQuery,
  type TradeType,
} from '@tidewaiter/contract';
import { type DemoRecords, FROM, loadDemoRecords, UNTIL } from '@tidewaiter/testing/demo-records';
import { AS_PORTAL, seeing } from '@tidewaiter/testing/records';
import { z } from 'zod';
import type { Amounts } from '../src/analysis/amounts.js';
import { dimensionSql, groupName } from '../src/columns/dimensions.js';
import type { Question } from '../src/question.js';
import { PLAIN_QUANTITY, PLAIN_UNIT } from './plain-quantity.js';

/** A record as it is stored, with the names of its groups. */
export interface Plain {
  trade: TradeType;
  day: string;
  hs: string;
  usd: bigint | null;
  quantity: bigint;
  unit: string;
  importer: string;
  exporter: string;
  groups: Partial<Record<Dimension, string>>;
}

const SCALE = 18;
export const scaled = (text: string) => {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  return BigInt(whole + fraction.padEnd(SCALE, '0')) * (text.startsWith('-') ? -1n : 1n);
};

/** Dimensions that are held; the others are grouped by the same code. */
const HELD: Dimension[] = [
  'hsChapters',
  'hsSubheadings',
  'importers',
  'foreignCountries',
  'stdUnits',
  'quarters',
  'years',
];

async function stored(demo: DemoRecords, trade: TradeType): Promise<Plain[]> {
  const names = HELD.map((dimension) => groupName(dimension, `(${dimensionSql(dimension, trade)})`));
  const rows = await demo.test.records.staging.engine.query({
    name: 'test.stored',
    sql: `SELECT toString(record_date), hs_code, toString(total_value_usd), ${PLAIN_QUANTITY}, ${PLAIN_UNIT},
        toString(importer_name_key), toString(exporter_name_key), [${names.join(', ')}]
      FROM records WHERE trade_type = '${trade}'`,
    row: z.tuple([
      z.string(),
      z.string(),
      z.string().nullable(),
      z.string(),
      z.string(),
      z.string(),
      z.string(),
      z.array(z.string()),
    ]),
  });
  return rows.map(([day, hs, usd, quantity, unit, importer, exporter, groups]) => ({
    ...{ trade, day, hs, unit, importer, exporter },
    usd: usd === null ? null : scaled(usd),
    quantity: scaled(quantity),
    groups: Object.fromEntries(HELD.map((dimension, index) => [dimension, groups[index] ?? ''])),
  }));
}

export const QUESTIONS = [
  ['imports', 'IMPORT', {}],
  ['exports', 'EXPORT', {}],
  ['a cut span of imports', 'IMPORT', { fromDate: '2023-02-11', toDate: '2024-09-20' }],
] as const;

/** The commonest chapters of the records. */
function chaptersOf(plain: readonly Plain[], trade: TradeType): string[] {
  const counts = new Map<string, number>();
  for (const { hs, trade: of } of plain) {
    if (of === trade) counts.set(hs.slice(0, 2), (counts.get(hs.slice(0, 2)) ?? 0) + 1);
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 8)
    .map(([chapter]) => chapter);
}

/** The demo's records, in the engine and as plain values. */
export interface PlainRecords {
  asked(tradeType: TradeType, chapters: string[], changes?: Partial<SearchPayload>): SearchQuery;
  /** A question of the commonest chapters, and the records that answer it. */
  questionOf(trade: TradeType, changes: Partial<SearchPayload>): { query: SearchQuery; records: Plain[] };
  open(query: SearchQuery, window?: object): Promise<Question<SearchQuery>>;
  close(): Promise<void>;
}

export async function openPlainRecords(): Promise<PlainRecords> {
  const demo = await loadDemoRecords();
  const plain = [...(await stored(demo, 'IMPORT')), ...(await stored(demo, 'EXPORT'))];
  const asked: PlainRecords['asked'] = (tradeType, chapters, changes = {}) =>
    searchQuery.parse({
      ...{ tradeType, searchBy: 'HS_CODE_2', matchType: 'L', searchValue: chapters },
      ...{ countryCode: demo.countries, fromDate: FROM, toDate: UNTIL },
      ...changes,
    });
  return {
    asked,
    questionOf(trade, changes) {
      const chapters = chaptersOf(plain, trade);
      const query = asked(trade, chapters, changes);
      const records = plain.filter(
        ({ trade: of, day, hs }) =>
          of === trade && day >= query.fromDate && day <= query.toDate && chapters.includes(hs.slice(0, 2)),
      );
      return { query, records };
    },
    open: (query, window = {}) => demo.test.records.ask(query, seeing(window), AS_PORTAL),
    close: () => demo.test.close(),
  };
}

export function sumsOf(records: readonly Plain[], unit: string) {
  const total = (values: readonly bigint[]) => values.reduce((sum, value) => sum + value, 0n);
  const inUnit = records.filter((record) => record.unit === unit && unit !== '');
  const priced = inUnit.filter(({ usd, quantity }) => usd !== null && quantity > 0n);
  return {
    shipments: records.length,
    valued: records.filter(({ usd }) => usd !== null).length,
    valueUsd: total(records.map(({ usd }) => usd ?? 0n)),
    quantity: total(inUnit.map(({ quantity }) => quantity)),
    measured: inUnit.length,
    priced: priced.length,
    pricedValueUsd: total(priced.map(({ usd }) => usd ?? 0n)),
    pricedQuantity: total(priced.map(({ quantity }) => quantity)),
  };
}

export const readSums = (amounts: Amounts | undefined) =>
  amounts && {
    shipments: amounts.shipments,
    valued: amounts.valued,
    valueUsd: scaled(amounts.valueUsd),
    quantity: scaled(amounts.quantity),
    measured: amounts.measured,
    priced: amounts.priced,
    pricedValueUsd: scaled(amounts.pricedValueUsd),
    pricedQuantity: scaled(amounts.pricedQuantity),
  };
