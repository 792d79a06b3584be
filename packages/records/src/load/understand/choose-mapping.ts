import type { TradeType } from '@tidewaiter/contract';
import { z } from 'zod';
import { quote, type RecordEngine } from '../../engine/engine.js';
import { type LoadMapping, mappingForHeader, parseMapping, shippedMappings } from '../mapping.js';
import type { FileForm } from '../reading/file-form.js';
import { type RawRows, sampleRows } from '../reading/raw-rows.js';
import { describeMapping } from './describe-mapping.js';
import type { ProposedMapping } from './propose-mapping.js';
import { type Understanding, type UnderstoodColumn, understandFile } from './understand-file.js';

/** Rows that a file is understood from. */
const SAMPLE = 2000;

/** What is known of a file before it is loaded. */
export type UnderstoodFile = {
  file: string;
  form: FileForm;
  rows: number;
  /** Empty where nobody looks at them. */
  columns: UnderstoodColumn[];
  /** What was found out; null where a mapping says it. */
  found: Pick<Understanding, 'trade' | 'country' | 'dates' | 'numbers'> | null;
  /** Why the mapping is not used before somebody has looked at it; empty when it is. */
  unclear: string[];
} & Chosen;

/** Whose mapping it is: named by the operator, shipped for this very header, or understood from the file. */
type Chosen =
  | { origin: 'given' | 'shipped'; mapping: LoadMapping }
  | { origin: 'understood'; mapping: ProposedMapping };

interface Asked {
  /** What it is called. */
  file: string;
  trade: TradeType | undefined;
  country: string | undefined;
  mapping: LoadMapping | undefined;
  /** Somebody looks at the columns, whoever's the mapping is. */
  describe: boolean;
}

/** Finds the mapping of a file: the operator's, the one that ships for its header, or the one that is understood from it. */
export async function chooseMapping(engine: RecordEngine, raw: RawRows, asked: Asked): Promise<UnderstoodFile> {
  const { header, form, rows: count } = raw;
  const file = { file: asked.file, form, rows: count };
  const ready = asked.mapping ?? mappingForHeader(await shippedMappings(), header);
  if (ready) {
    const origin = asked.mapping ? 'given' : 'shipped';
    const columns = asked.describe ? describeMapping(ready, header, await sampleRows(raw, SAMPLE)) : [];
    return { ...file, origin, mapping: ready, columns, found: null, unclear: [] };
  }
  const rows = await sampleRows(raw, SAMPLE);
  const { mapping, columns, unclear, ...found } = understandFile({
    ...{ header, rows, fileName: file.file },
    ...{ tradeType: asked.trade, country: asked.country },
  });
  const naturalKey = await keptKey(engine, raw, mapping.naturalKey);
  return { ...file, origin: 'understood', mapping: { ...mapping, naturalKey }, columns, found, unclear };
}

/** The mapping that a load uses. */
export function usableMapping({ origin, mapping, file }: UnderstoodFile): LoadMapping {
  return origin === 'understood' ? parseMapping(JSON.stringify(mapping), `understood from ${file}`) : mapping;
}

/** A key that no two rows of the whole file share, as no two of the sample do; otherwise none. */
async function keptKey(engine: RecordEngine, raw: RawRows, key: string[]): Promise<string[]> {
  if (key.length === 0) return [];
  const cells = key.map((header) => `cells[${raw.header.indexOf(header) + 1}]`);
  const [row] = await engine.query({
    name: 'raw.key',
    sql: `SELECT uniqExact(${cells.join(', ')}) = count() FROM ${raw.table} WHERE NOT has([${cells.join(', ')}], ${quote('')})`,
    row: z.tuple([z.coerce.number()]),
    lane: 'load',
  });
  return row?.[0] === 1 ? key : [];
}
