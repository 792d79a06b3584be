import { type DistinctValuesQuery, type RecordColumn, recordColumn } from '@tidewaiter/contract';
import { z } from 'zod';
import { calledCodes } from '../nomenclature/called-codes.js';
import { describedColumn } from '../nomenclature/described-column.js';
import type { Edition } from '../nomenclature/edition.js';
import { descriptionText, partyText } from '../normalise.js';
import { roleOfColumn } from '../parties.js';
import { Bindings, containsText, TEXT_SETTINGS } from './bindings.js';
import { type Condition, compileSearch, selected } from './compile.js';
import type { NarrowedQuery } from './entitlement.js';
import type { AnswerKind } from './kept-answers.js';
import { partySpellings } from './party-spellings.js';
import type { Snapshot } from './snapshot.js';

/** A page of the values that one column has among the records of a question. */
export interface DistinctValues {
  values: { value: string; records: number; description?: string }[];
  /** How many values there are in all. */
  distinctCount: number;
}

/** Columns whose values the HS nomenclature describes. */
const HS_CODES = ['hs_code', 'hs_code2', 'hs_code4', 'hs_code6'];

/** Which part of the values of which column. */
type ColumnPart = Pick<DistinctValuesQuery, 'columnName' | 'nameContains' | 'pageNumber' | 'numberOfRecords'>;

/**
 * The values of a column, by how many of the question's records have them, then by name. Records without a value are in none. A
 * party counts under its key and is shown by its commonest spelling.
 */
export function distinctValuesOf(
  query: NarrowedQuery,
  { columnName, nameContains, pageNumber, numberOfRecords }: ColumnPart,
  snapshot: Snapshot,
): Promise<DistinctValues> {
  return snapshot.kept(VALUES, { query, columnName, nameContains, pageNumber, numberOfRecords });
}

const VALUES: AnswerKind<ColumnPart & { query: NarrowedQuery }, DistinctValues> = {
  name: 'distinct-values',
  find: ({ query, ...part }, snapshot) => findValues(query, part, snapshot),
};

async function findValues(query: NarrowedQuery, part: ColumnPart, snapshot: Snapshot): Promise<DistinctValues> {
  const named = recordColumn(query.tradeType, part.columnName);
  if (!named) throw new Error(`the catalogue has no column ${part.columnName}`);
  const column = describedColumn(named, snapshot.version);
  const edition = HS_CODES.includes(column.name) ? await snapshot.edition() : undefined;
  const selection = compileSearch(query, snapshot.version);
  const narrowed = nameFilter(column, part.nameContains, edition);
  const value = column.party
    ? `if(${column.name}_key = 0, '', toString(${column.name}_key))`
    : `toString(${column.sql})`;
  const rows = await snapshot.query({
    name: 'distinct-values',
    sql: `SELECT value, found, count() OVER () FROM (
        SELECT value, count() AS found FROM ${selected(`${value} AS value`, selection, narrowed?.sql)} GROUP BY value
      )
      WHERE value != '' ORDER BY found DESC, value LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
    parameters: {
      ...selection.parameters,
      ...narrowed?.parameters,
      limit: part.numberOfRecords,
      offset: part.pageNumber * part.numberOfRecords,
    },
    settings: TEXT_SETTINGS,
    row: z.tuple([z.string(), z.coerce.number(), z.coerce.number()]),
  });
  // Past its end a list still says how long it is.
  if (rows.length === 0 && part.pageNumber > 0) {
    const first = await findValues(query, { ...part, pageNumber: 0, numberOfRecords: 1 }, snapshot);
    return { ...first, values: [] };
  }
  const role = roleOfColumn(column.name);
  const parties = role ? { [role]: rows.map(([key]) => key) } : {};
  const spelling = await partySpellings(parties, query.tradeType, snapshot);
  return {
    values: rows.map(([value, records]) => {
      const description = edition?.describe(value);
      return {
        value: role ? spelling(role, value) : value,
        records,
        ...(description !== undefined && { description }),
      };
    }),
    distinctCount: rows[0]?.[2] ?? 0,
  };
}

/** Keeps the values that contain a text, as a search would find it in them; HS codes also by what they are called. */
function nameFilter(column: RecordColumn, text: string, edition: Edition | undefined): Condition | undefined {
  if (text === '') return undefined;
  const bindings = new Bindings('n');
  const condition = column.party
    ? containsText(`${column.name}_text`, text, partyText, bindings)
    : containsText(descriptionText(`toString(${column.sql})`), text, descriptionText, bindings);
  const called = edition ? calledCodes(edition, text, bindings) : 'false';
  return { sql: `(${condition} OR ${called})`, parameters: bindings.parameters };
}
