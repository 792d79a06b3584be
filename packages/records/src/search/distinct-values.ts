import { type DistinctValuesQuery, type RecordColumn, recordColumn } from '@tidewaiter/contract';
import { z } from 'zod';
import type { DataVersion, DataVersions } from '../data-version.js';
import type { RecordEngine, Settings } from '../engine/engine.js';
import { calledCodes } from '../nomenclature/called-codes.js';
import { shownValue } from '../nomenclature/described-column.js';
import type { Edition } from '../nomenclature/edition.js';
import type { Nomenclature } from '../nomenclature/nomenclature.js';
import { descriptionText, partyText } from '../normalise.js';
import { roleOfColumn } from '../parties.js';
import { PartySpellings } from '../party-spellings.js';
import type { SharedAnswers } from '../shared-answers.js';
import { Bindings, containsText, TEXT_SETTINGS } from './bindings.js';
import { type Condition, compileSearch, type Selection, selected } from './compile.js';
import { type Entitlement, narrow } from './entitlement.js';

/** A page of the values that one column has among the records of a question. */
export interface DistinctValues {
  values: { value: string; records: number; description?: string }[];
  /** How many values there are in all. */
  distinctCount: number;
  dataVersion: number;
}

/** What a kept value weighs, in bytes. */
const VALUE_WEIGHT = 200;

/** Columns whose values the HS nomenclature describes. */
const HS_CODES = ['hs_code', 'hs_code2', 'hs_code4', 'hs_code6'];

/** The engine would put a condition behind alternatives into each of them, and work ten times as long (decision 0020). */
const SAID_ONCE: Settings = { query_plan_filter_push_down: 0 };

/** Lists the distinct values of a column. */
export class ColumnValues {
  readonly #spellings: PartySpellings;

  constructor(
    private readonly engine: RecordEngine,
    private readonly versions: DataVersions,
    private readonly answers: SharedAnswers,
    private readonly nomenclature: Nomenclature,
  ) {
    this.#spellings = new PartySpellings(engine);
  }

  /**
   * The values of the column that the query names, by how many of the question's records have them, then by name. Records
   * without a value are in none. A party counts under its key and is shown by its commonest spelling. Where the entitlement
   * shows nothing of the question, the engine is not asked.
   */
  async list(query: DistinctValuesQuery, entitlement: Entitlement, signal?: AbortSignal): Promise<DistinctValues> {
    const version = await this.versions.current();
    if (narrow(query, entitlement) === null) return { values: [], distinctCount: 0, dataVersion: version.version };
    const { columnName, nameContains, pageNumber, numberOfRecords } = query;
    const selection = compileSearch(query, entitlement, version);
    return this.answers.get(
      {
        key: ['values', version.version, selection, columnName, nameContains, pageNumber, numberOfRecords],
        ask: (work) => this.#list(query, selection, version, work),
        weigh: ({ values }) => (values.length + 1) * VALUE_WEIGHT,
      },
      signal,
    );
  }

  async #list(
    query: DistinctValuesQuery,
    selection: Selection,
    version: DataVersion,
    signal: AbortSignal,
  ): Promise<DistinctValues> {
    const column = recordColumn(query.tradeType, query.columnName);
    if (!column) throw new Error(`the catalogue has no column ${query.columnName}`);
    const edition = HS_CODES.includes(column.name) ? await this.nomenclature.at(version) : undefined;
    const narrowed = nameFilter(column, query.nameContains, edition);
    const stored = column.party ? `if(${column.name}_key = 0, '', toString(${column.name}_key))` : column.sql;
    // A party's text has an index, among the records; what is asked of any other value is said once, behind all conditions.
    const [among, behind] = column.party ? [narrowed?.sql, undefined] : [undefined, narrowed?.sql];
    const rows = await this.engine.query({
      name: 'distinct-values',
      sql: `SELECT value, found, count() OVER () FROM (
          SELECT value, count() AS found FROM (
            SELECT toString(${shownValue(column, 'stored', version)}) AS value, hs_code
            FROM ${selected(`${stored} AS stored, hs_code`, selection, among)}
          )
          ${behind === undefined ? '' : `WHERE ${behind}`} GROUP BY value
        )
        WHERE value != '' ORDER BY found DESC, value LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
      parameters: {
        ...selection.parameters,
        ...narrowed?.parameters,
        limit: query.numberOfRecords,
        offset: query.pageNumber * query.numberOfRecords,
      },
      settings: behind === undefined ? TEXT_SETTINGS : { ...TEXT_SETTINGS, ...SAID_ONCE },
      row: z.tuple([z.string(), z.coerce.number(), z.coerce.number()]),
      signal,
    });
    // Past its end a list still says how long it is.
    if (rows.length === 0 && query.pageNumber > 0) {
      const first = await this.#list({ ...query, pageNumber: 0, numberOfRecords: 1 }, selection, version, signal);
      return { ...first, values: [] };
    }
    const role = roleOfColumn(column.name);
    const parties = role ? { [role]: rows.map(([key]) => key) } : {};
    const spelling = await this.#spellings.of(parties, query.tradeType, version);
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
      dataVersion: version.version,
    };
  }
}

/**
 * Keeps the values that contain a text, as a search would find it in them; HS codes also by what they are called. Said of `value`
 * and not of the column's expression, which may be long: the text is looked for word by word. A party's is said of its record.
 */
function nameFilter(column: RecordColumn, text: string, edition: Edition | undefined): Condition | undefined {
  if (text === '') return undefined;
  const bindings = new Bindings('n');
  const condition = column.party
    ? containsText(`${column.name}_text`, text, partyText, bindings)
    : containsText(descriptionText('value'), text, descriptionText, bindings);
  const called = edition ? calledCodes(edition, text, bindings) : 'false';
  return { sql: `(${condition} OR ${called})`, parameters: bindings.parameters };
}
