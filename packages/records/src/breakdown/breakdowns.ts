import { type BreakdownQuery, LIMITS } from '@tidewaiter/contract';
import { z } from 'zod';
import type { DataVersion, DataVersions } from '../data-version.js';
import type { RecordEngine } from '../engine/engine.js';
import { calledCodes } from '../nomenclature/called-codes.js';
import type { Edition } from '../nomenclature/edition.js';
import type { Nomenclature } from '../nomenclature/nomenclature.js';
import { descriptionText, partyText } from '../normalise.js';
import { PartySpellings, type Spelling } from '../party-spellings.js';
import { Bindings, containsText, TEXT_SETTINGS } from '../search/bindings.js';
import { type Condition, compileSearch, type Selection } from '../search/compile.js';
import { type Days, isComplement, leftOut } from '../search/days.js';
import { type Entitlement, narrow } from '../search/entitlement.js';
import { isFiltered } from '../search/filters.js';
import type { SharedAnswers } from '../shared-answers.js';
import { DIMENSIONS, type Dimension, dimensionSql, groupName, partyRole } from './dimensions.js';
import { isWholeMonths, rolledUpGroups, scannedGroups, withoutGroups } from './groups.js';
import { Measures, measuredRows } from './measures.js';
import { addSums, groupCells, groupSql, LARGEST_FIRST, NO_SUMS, type Sums, sumsOf, sumsSql } from './sums.js';

interface BreakdownItem extends Sums {
  name: string;
  /** Of an HS code: what the nomenclature calls it. */
  description?: string;
}

/** A page of one list, with what stands around it. */
export interface Breakdown {
  items: readonly BreakdownItem[];
  /** Of everything that the question finds. */
  total: Sums;
  /** Of the ten largest of the list. */
  top10: Sums;
  distinctCount: number;
  dataVersion: number;
}

interface List {
  items: readonly BreakdownItem[];
  distinctCount: number;
  top10: Sums;
}

/** All lists of one question: their top items, and the total that they share. */
interface AllLists {
  total: Sums;
  lists: ReadonlyMap<Dimension, List>;
}

/** What a kept item weighs, in bytes. */
const ITEM_WEIGHT = 400;

/** A list's top; months are few, and shown whole. */
const MOST_ITEMS = Math.max(LIMITS.breakdownItems, 40);

/** The columns of a group where they bear their names. */
const AS_NAMED = {
  name: 'name',
  shipments: 'shipments',
  quantity: 'quantity',
  value_usd: 'value_usd',
  value_inr: 'value_inr',
  without_rate: 'without_rate',
};

/** Breaks the records that a question finds down by everything that the list calls ask for. */
export class Breakdowns {
  readonly #spellings: PartySpellings;
  readonly #measures: Measures;

  constructor(
    private readonly engine: RecordEngine,
    private readonly versions: DataVersions,
    private readonly answers: SharedAnswers,
    private readonly days: Days,
    private readonly nomenclature: Nomenclature,
  ) {
    this.#spellings = new PartySpellings(engine);
    this.#measures = new Measures(engine, answers);
  }

  /**
   * One list of a question. The eleven lists of a question at one data version cost one scan: the first call makes it, the
   * others wait for it or find it. Only what lies beyond a list's top 500, or is narrowed by a text, is asked for by itself.
   */
  async list(
    dimension: Dimension,
    query: BreakdownQuery,
    entitlement: Entitlement,
    signal?: AbortSignal,
  ): Promise<Breakdown> {
    const version = await this.versions.current();
    const selection = compileSearch(query, entitlement, version);
    const all = await this.answers.get(
      {
        key: ['lists', version.version, selection],
        ask: (work) => this.#all(query, entitlement, selection, version, work),
        weigh: ({ lists }) => [...lists.values()].reduce((sum, { items }) => sum + items.length * ITEM_WEIGHT, 0),
      },
      signal,
    );
    const list = all.lists.get(dimension) ?? { items: [], distinctCount: 0, top10: NO_SUMS };
    const around = { total: all.total, top10: list.top10, dataVersion: version.version };
    const from = query.pageNumber * query.numberOfRecords;
    const upTo = from + query.numberOfRecords;
    const known = upTo <= list.items.length || list.items.length === list.distinctCount;
    if (query.nameContains === '' && known) {
      const items = await this.#described(dimension, list.items.slice(from, upTo), version);
      return { ...around, items, distinctCount: list.distinctCount };
    }
    const page = await this.answers.get(
      {
        key: ['list', version.version, selection, dimension, query.nameContains, from, upTo],
        ask: (work) => this.#page(dimension, query, selection, version, work),
        weigh: ({ items }) => (items.length + 1) * ITEM_WEIGHT,
      },
      signal,
    );
    return { ...around, ...page, items: await this.#described(dimension, page.items, version) };
  }

  /** The items of a list of HS codes, with what the nomenclature calls them. */
  async #described(
    dimension: Dimension,
    items: readonly BreakdownItem[],
    version: DataVersion,
  ): Promise<readonly BreakdownItem[]> {
    if (!isOfCodes(dimension)) return items;
    const edition = await this.nomenclature.at(version);
    return items.map((item) => {
      const description = edition.describe(item.name);
      return description === undefined ? item : { ...item, description };
    });
  }

  async #all(
    query: BreakdownQuery,
    entitlement: Entitlement,
    selection: Selection,
    version: DataVersion,
    signal: AbortSignal,
  ): Promise<AllLists> {
    const groups = await this.#groups(query, entitlement, selection, version, signal);
    const rows = await this.engine.query({
      name: 'breakdown.all',
      sql: `SELECT dimension, count(), arrayMap(
            g -> ${groupSql({ name: 'g.3', shipments: '-g.2', quantity: 'g.4', value_usd: '-g.1', value_inr: 'g.5', without_rate: 'g.6' })},
            groupArraySorted(${MOST_ITEMS})((-value_usd, -toInt64(shipments), name, quantity, value_inr, toUInt64(without_rate))))
        FROM (${groups.sql}) WHERE name != '' GROUP BY dimension`,
      parameters: groups.parameters,
      settings: TEXT_SETTINGS,
      row: z.tuple([z.string(), z.coerce.number(), z.array(groupCells)]),
      signal,
    });
    const found = new Map(rows.map(([dimension, distinctCount, groups]) => [dimension, { distinctCount, groups }]));
    const keys = (dimension: Dimension) => found.get(dimension)?.groups.map(([key = '']) => key) ?? [];
    const spelling = await this.#spellings.of(
      { IMPORTER: keys('importers'), EXPORTER: keys('exporters') },
      query.tradeType,
      version,
    );
    const lists = DIMENSIONS.map((dimension): [Dimension, List] => {
      const { distinctCount, groups } = found.get(dimension) ?? { distinctCount: 0, groups: [] };
      return [dimension, listOf(dimension, distinctCount, groups, spelling)];
    });
    // Every record has its month, so the months together are everything.
    const months = lists.find(([dimension]) => dimension === 'months')?.[1].items ?? [];
    return { total: months.reduce<Sums>(addSums, NO_SUMS), lists: new Map(lists) };
  }

  /**
   * The groups of all lists. Everything but what contains some text is mostly everything: where the roll-up by month knows
   * that, only the part left out is scanned.
   */
  async #groups(
    query: BreakdownQuery,
    entitlement: Entitlement,
    selection: Selection,
    version: DataVersion,
    signal: AbortSignal,
  ): Promise<Condition> {
    const measured = await this.#measures.of(query, version);
    const { tradeType } = query;
    const scan = (scanned: Selection): Condition => ({
      sql: scannedGroups(tradeType, measured, scanned),
      parameters: { ...scanned.parameters, ...measured.parameters },
    });
    const scope = narrow(query, entitlement);
    const rollable = scope && !measured.wide && isComplement(query) && !isFiltered(query) && isWholeMonths(scope);
    if (!rollable) return scan(selection);
    if (!(await this.#measures.areGroupsFewer(version))) return scan(selection);
    const { total: left } = await this.days.of(query, entitlement, version, signal);
    const { total: out } = await this.days.of(leftOut(query), entitlement, version, signal);
    if (out > left) return scan(selection);
    const all = rolledUpGroups(tradeType, scope, measured, version);
    const part = scan(compileSearch(leftOut(query), entitlement, version));
    return { sql: withoutGroups(all.sql, part.sql), parameters: { ...all.parameters, ...part.parameters } };
  }

  /** A page of one list that the kept top does not reach. */
  async #page(
    dimension: Dimension,
    query: BreakdownQuery,
    selection: Selection,
    version: DataVersion,
    signal: AbortSignal,
  ): Promise<Pick<Breakdown, 'items' | 'distinctCount'>> {
    const narrowed = nameFilter(dimension, query, await this.nomenclature.at(version));
    const measures = await this.#measures.of(query, version);
    const column = dimensionSql(dimension, query.tradeType);
    const rows = await this.engine.query({
      name: 'breakdown.page',
      sql: `SELECT count() OVER (), ${groupSql(AS_NAMED)} FROM (
          SELECT ${groupName(dimension, 'grouped')} AS name, ${sumsSql(measures)}
          FROM ${measuredRows([`${column} AS grouped`], measures, selection, narrowed?.sql)}
          GROUP BY grouped
        )
        WHERE name != ''
        ORDER BY ${dimension === 'months' ? 'name' : LARGEST_FIRST} LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
      parameters: {
        ...selection.parameters,
        ...measures.parameters,
        ...narrowed?.parameters,
        limit: query.numberOfRecords,
        offset: query.pageNumber * query.numberOfRecords,
      },
      settings: TEXT_SETTINGS,
      row: z.tuple([z.coerce.number(), groupCells]),
      signal,
    });
    const role = partyRole(dimension);
    const keys = rows.map(([, [key = '']]) => key);
    const spelling = await this.#spellings.of(role ? { [role]: keys } : {}, query.tradeType, version);
    return {
      items: rows.map(([, cells]) => itemOf(dimension, cells, spelling)),
      distinctCount: rows[0]?.[0] ?? 0,
    };
  }
}

function itemOf(dimension: Dimension, cells: readonly string[], spelling: Spelling): BreakdownItem {
  const [name = ''] = cells;
  const role = partyRole(dimension);
  return { name: role ? spelling(role, name) : name, ...sumsOf(cells) };
}

function listOf(
  dimension: Dimension,
  distinctCount: number,
  groups: readonly (readonly string[])[],
  spelling: Spelling,
): List {
  const items = groups.map((cells) => itemOf(dimension, cells, spelling));
  const top10 = items.slice(0, LIMITS.topItems).reduce<Sums>(addSums, NO_SUMS);
  // Months read in their own order; ten of them are the largest ten all the same.
  if (dimension === 'months') items.sort((a, b) => a.name.localeCompare(b.name));
  return { items, distinctCount, top10 };
}

const isOfCodes = (dimension: Dimension) => dimension === 'hsCodes' || dimension === 'hsHeadings';

/** Keeps the groups whose name contains a text, as a search would find it; HS codes also by what they are called. */
function nameFilter(dimension: Dimension, query: BreakdownQuery, edition: Edition): Condition | undefined {
  if (query.nameContains === '') return undefined;
  const bindings = new Bindings('n');
  const column = dimensionSql(dimension, query.tradeType);
  const [text, normalise] = partyRole(dimension)
    ? ([column.replace(/_key$/, '_text'), partyText] as const)
    : ([descriptionText(groupName(dimension, column)), descriptionText] as const);
  const named = containsText(text, query.nameContains, normalise, bindings);
  const called = isOfCodes(dimension) ? calledCodes(edition, query.nameContains, bindings) : 'false';
  return { sql: `(${named} OR ${called})`, parameters: bindings.parameters };
}
