import type { SearchQuery } from '@tidewaiter/contract';
import { z } from 'zod';
import { type Order, orderBy, orderOf } from '../answers/page.js';
import { spelledParties } from '../answers/party-spellings.js';
import type { PartyRole } from '../columns/parties.js';
import { Bindings, TEXT_SETTINGS } from '../engine/bindings.js';
import type { Output, Parameter } from '../engine/engine.js';
import { compileScope, type Selection, selected } from '../query/compile.js';
import type { NarrowedQuery } from '../query/entitlement.js';
import { isOfAccount, type OwnerId } from '../query/owned.js';
import type { Snapshot } from '../query/snapshot.js';
import type { DataVersion } from '../versions/data-version.js';

/** The records that an export keeps under its number. */
export interface RecordChoice extends OwnerId {
  number: number;
}

/** Records that were chosen, in an order. */
export interface ChosenRecords extends Selection {
  order: Order;
}

/**
 * The records of an export, as a condition. Of the question only the scope is asked again: whoever has paid for a record gets it also where
 * a better cleaning has changed what the question finds. What is suppressed or no longer loaded stays out.
 */
export function chosenRecords(
  query: NarrowedQuery,
  search: SearchQuery,
  choice: RecordChoice,
  snapshot: Snapshot,
): ChosenRecords {
  const order = orderOf(search, query, snapshot);
  if (query.scope === null) return { conditions: ['false'], parameters: order.parameters, order };
  const scope = compileScope(query.tradeType, query.scope, snapshot.version);
  const bindings = new Bindings('chosen');
  const exportedIds = `SELECT id FROM exported_records
    WHERE ${isOfAccount(choice, bindings)} AND export IN ${bindings.numbers([choice.number])}`;
  return {
    conditions: [`${scope.sql} AND id IN (${exportedIds})`],
    parameters: { ...scope.parameters, ...bindings.parameters, ...order.parameters },
    order,
  };
}

/** A value that is read of each record, under a name. */
export interface Read {
  name: string;
  /** Over the columns of `records`. */
  sql: string;
  /** Where it is a party's key: the role in which its name is read in its place. */
  company?: PartyRole | undefined;
}

/** What is written beside each record that the records do not say. */
export interface Beside {
  /** What is read of each record to find it by. */
  reads: readonly Read[];
  /** Where it is found, as joins. */
  joins: readonly { sql: string; parameters: Record<string, Parameter> }[];
  /** What is written of it, over the names of both. */
  values: readonly { name: string; sql: string }[];
}

export const NOTHING_BESIDE: Beside = { reads: [], joins: [], values: [] };

/**
 * A statement about chosen records, in their order.
 *
 * @param reads what is read of each record
 * @param written what is written of it, over the names of `reads`; a company's name is what lists call it. Its whole row as one text is made
 *   before the sort: one column goes over the disk in half of the time that forty take, where it is no longer than they are
 * @param query the question, in whose scope companies are named
 */
export function inOrder(
  name: string,
  reads: readonly Read[],
  written: readonly string[] | { row: string },
  { conditions, parameters, order }: ChosenRecords,
  query: NarrowedQuery,
  version: DataVersion,
  beside: Beside = NOTHING_BESIDE,
): Output {
  const columns = [
    ...[...reads, ...beside.reads].map((read) => `${read.sql} AS ${read.company ? keyOf(read.name) : read.name}`),
    `${order.column.sql} AS sorted_by`,
    'id AS sorted_id',
  ];
  const joined = reads.flatMap((read) => {
    if (!read.company || query.seen === null) return [];
    const keys = `(SELECT DISTINCT key FROM ${selected(`${read.sql} AS key`, { conditions, parameters })})`;
    // Of no others than those of the file, since a data folder may know millions.
    const names = spelledParties(read.company, keys, { tradeType: query.tradeType, scope: query.seen }, version);
    const table = `(SELECT party AS party_${read.name}, name AS ${read.name} FROM (${names.sql})) AS names_${read.name}`;
    return [{ sql: `LEFT JOIN ${table} ON ${keyOf(read.name)} = party_${read.name}`, parameters: names.parameters }];
  });
  joined.push(...beside.joins);
  const values = beside.values.map(({ name: value, sql }) => `${sql} AS ${value}`);
  const withValues = values.length > 0 ? `WITH ${values.join(', ')} ` : '';
  const from = `FROM ${selected(columns.join(', '), { conditions, parameters })} AS chosen ${joined.map(({ sql }) => sql).join(' ')}`;
  const sorted: Order = { ...order, column: { ...order.column, sql: 'sorted_by' } };
  const rows =
    'row' in written
      ? `SELECT row FROM (${withValues}SELECT ${written.row} AS row, sorted_by, sorted_id ${from})`
      : `${withValues}SELECT ${written.join(', ')} ${from}`;
  return {
    name,
    sql: `${rows}
      ORDER BY ${orderBy(sorted, 'sorted_id')}`,
    parameters: Object.assign({}, parameters, ...joined.map((join) => join.parameters)),
    settings: { ...TEXT_SETTINGS, ...('row' in written && { query_plan_execute_functions_after_sorting: 0 }) },
  };
}

const keyOf = (read: string) => `key_${read}`;

/** How many records of a choice there are. */
export async function countChosen({ conditions, parameters }: ChosenRecords, snapshot: Snapshot): Promise<number> {
  const [row] = await snapshot.query({
    name: 'export.count',
    sql: `SELECT count() FROM ${selected('id', { conditions, parameters })}`,
    parameters,
    settings: TEXT_SETTINGS,
    row: z.tuple([z.coerce.number()]),
    lane: 'export',
  });
  return row?.[0] ?? 0;
}
