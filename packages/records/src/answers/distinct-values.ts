import { type DistinctValuesQuery, type RecordColumn, recordColumn } from '@tidewaiter/contract';
import { z } from 'zod';
import { MOST_DIGITS } from '../columns/dimensions.js';
import { roleOfColumn } from '../columns/parties.js';
import { Bindings, containsText, TEXT_SETTINGS } from '../engine/bindings.js';
import type { Settings } from '../engine/engine.js';
import { compileSearch, selected, type Where } from '../query/compile.js';
import { inAllSeen, type NarrowedQuery } from '../query/entitlement.js';
import { cachedQuery, type Snapshot } from '../query/snapshot.js';
import { shownValue } from '../reference/described-codes.js';
import { descriptionText } from '../text/normalise.js';
import { leadOf } from '../versions/joined-parties.js';
import { calledCodes, codeNamesOf, sourceWordsSql } from './code-names.js';
import { listPage } from './list-page.js';
import { isSpelledWith, partySpellings } from './party-spellings.js';

/** A page of the values that one column has among the records of a question. */
export interface DistinctValues {
  values: { value: string; records: number; description?: string }[];
  /** How many values there are in all. */
  distinctCount: number;
}

/** Columns whose values the HS nomenclature describes, and how many digits of a code they have. */
const CODE_DIGITS: Readonly<Record<string, number>> = { hs_code: MOST_DIGITS, hs_code2: 2, hs_code4: 4, hs_code6: 6 };

/** Which part of the values of which column. */
interface ColumnPart
  extends Pick<DistinctValuesQuery, 'columnName' | 'nameContains' | 'pageNumber' | 'numberOfRecords'> {
  query: NarrowedQuery;
}

/** The engine would put a condition behind alternatives into each of them, and work ten times as long (decision 0020). */
const SAID_ONCE: Settings = { query_plan_filter_push_down: 0 };

/**
 * The values of a column, by how many of the question's records have them, then by name. Records without a value are in none. A
 * party counts under its key and is shown by its commonest spelling.
 */
export const distinctValuesOf = cachedQuery<ColumnPart, DistinctValues>('distinct-values', async (part, snapshot) => {
  const { query } = part;
  // Where the entitlement shows nothing of the question, the engine is not asked.
  if (query.scope === null) return { values: [], distinctCount: 0 };
  const column = recordColumn(query.tradeType, part.columnName);
  if (!column) throw new Error(`the catalogue has no column ${part.columnName}`);
  const isOfCodes = Object.hasOwn(CODE_DIGITS, column.name);
  const selection = compileSearch(query, snapshot);
  const narrowed = part.nameContains === '' ? undefined : await nameFilter(column, query, part.nameContains, snapshot);
  const words = sourceWordsSql(query, snapshot.version);
  const party = leadOf(`${column.name}_key`, snapshot.version);
  const stored = column.party ? `if(${column.name}_key = 0, '', toString(${party}))` : column.sql;
  // Parties are told apart among the records, where their keys have an index; any other value is, said once, behind all conditions.
  const [among, behind] = column.party ? [narrowed?.sql, undefined] : [undefined, narrowed?.sql];
  const parameters = {
    ...selection.parameters,
    ...narrowed?.parameters,
    ...(column.name === 'hs_description' && words.parameters),
  };
  const { rows, telling } = await listPage(part, (limit, offset) =>
    snapshot.query({
      name: 'distinct-values',
      sql: `SELECT value, found, count() OVER () FROM (
        SELECT value, count() AS found FROM (
          SELECT toString(${shownValue(column, 'stored', snapshot.version, words.sql)}) AS value
          FROM ${selected(`${stored} AS stored, hs_code`, selection, among)}
        )
        ${behind === undefined ? '' : `WHERE ${behind}`} GROUP BY value
      )
      WHERE value != '' ORDER BY found DESC, value LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
      parameters: { ...parameters, limit, offset },
      settings: behind === undefined ? TEXT_SETTINGS : { ...TEXT_SETTINGS, ...SAID_ONCE },
      row: z.tuple([z.string(), z.coerce.number(), z.coerce.number()]),
    }),
  );
  const role = roleOfColumn(column.name);
  const parties = role ? { [role]: rows.map(([key]) => key) } : {};
  const spelling = await partySpellings(parties, inAllSeen(query), snapshot);
  const codes = isOfCodes ? rows.map(([value]) => value) : [];
  const codeNameOf = await codeNamesOf(codes, inAllSeen(query), snapshot);
  return {
    values: rows.map(([value, records]) => {
      const description = isOfCodes ? codeNameOf(value) : undefined;
      return {
        value: role ? spelling(role, value) : value,
        records,
        ...(description !== undefined && { description }),
      };
    }),
    distinctCount: telling?.[2] ?? 0,
  };
});

/**
 * Keeps the values that contain a text, as a search would find it in them; HS codes also by what they are called. Said of `value`
 * and not of the column's expression, which may be long: the text is looked for word by word. A party's is said of its record.
 */
async function nameFilter(
  column: RecordColumn,
  query: NarrowedQuery,
  text: string,
  snapshot: Snapshot,
): Promise<Where> {
  const role = roleOfColumn(column.name);
  if (role) return isSpelledWith(role, text, inAllSeen(query), snapshot.version);
  const bindings = new Bindings('n');
  const named = containsText(descriptionText('value'), text, descriptionText, bindings);
  const digits = CODE_DIGITS[column.name];
  const codes = digits !== undefined && { sql: 'value', digits };
  const called = codes ? await calledCodes(codes, text, inAllSeen(query), snapshot, bindings) : 'false';
  return { sql: `(${named} OR ${called})`, parameters: bindings.parameters };
}
