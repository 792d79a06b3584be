import type { Actor, User } from '@tidewaiter/accounts';
import {
  columnKeyOf,
  type Dimension,
  describeFilters,
  describeLeftOut,
  type FigureRecord,
  type FiguresSource,
  type KeptBlock,
  LIMITS,
  mostPivotRows,
  PortalError,
  publishersInWords,
  queryAsked,
  REPORT_LIMITS,
  type RefreshedBlock,
  type ReportAsks,
  type ReportBlock,
  type ReportFigures,
  recordColumn,
  type SearchQuery,
  type SharedReport,
  savedQuery,
  searchQuery,
} from '@tidewaiter/contract';
import { publicSources } from '@tidewaiter/loader';
import type { Comparison, Pivot, Question } from '@tidewaiter/records';
import type { Services } from '../app/services.js';
import { publishedByOf, publishersOf } from '../loading/source-cards.js';
import { namedLists } from '../own-lists/named-lists.js';
import { openVisible, type Visible } from '../told/visible.js';
import { named, sums } from './figures.js';
import { chargeAndAnswer, openQuestion, paidSearchOf, takeFree } from './paid-question.js';

interface ReportCall {
  services: Services;
  caller: Actor;
  signal: AbortSignal;
}

export type FiguresKept = Extract<KeptBlock, { kind: 'FIGURES' }>;

/** The question of a block, as it is asked now; undefined where it can be asked no more. */
const keptQuery = (asks: ReportAsks): SearchQuery | undefined => searchQuery.safeParse(queryAsked(asks)).data;

/** The same. @throws PortalError VALIDATION where it can be asked no more */
function questionOf(asks: ReportAsks): SearchQuery {
  const query = keptQuery(asks);
  if (!query) throw new PortalError('VALIDATION');
  return query;
}

function ofPivot({ rows, columns, others, total, ...found }: Pivot) {
  const line = (of: Pivot['rows'][number]) => ({
    ...named(of),
    total: sums(of.total),
    cells: of.cells.map((cell) => cell && sums(cell)),
  });
  const { unit, otherRows, otherColumns } = found;
  return {
    ...{ unit, otherRows, otherColumns },
    columns: columns.map(named),
    rows: rows.map(line),
    others: line(others),
    total: line(total),
  };
}

/** A comparison as a table of two columns; what is not shown is the difference of the sums. */
function ofComparison({ unit, before, after, items, total, counts }: Comparison) {
  const days = [before, after].map((period) => ({ name: period ? `${period.from}/${period.to}` : '' }));
  const all = counts.ENTERED + counts.LEFT + counts.STAYED;
  return {
    ...{ unit, otherRows: all - items.length, otherColumns: 0 },
    columns: days,
    rows: items.map((item) => ({ ...named(item), total: null, cells: [sums(item.before), sums(item.after)] })),
    others: { name: '', total: null, cells: [] },
    total: { name: '', total: null, cells: [sums(total.before), sums(total.after)] },
  };
}

/** Groups of one span of time each, in which figures of another analysis stand beside the sums. */
const spansOf = (question: Question, rows: Dimension, unit: string) =>
  question.pivot({ rows, columns: null, unit, orderBy: 'VALUE', topRows: 1, topColumns: 1 });

/** @param statistics of a span, and of the whole where it is null */
function withStatistics(pivot: Pivot, statistics: (span: string | null) => (number | null)[] | undefined) {
  const { rows, total, ...table } = ofPivot(pivot);
  const beside = (span: string | null) => ({ statistics: statistics(span) ?? [] });
  return {
    ...{ ...table, total: { ...total, ...beside(null) } },
    rows: rows.map((row) => ({ ...row, ...beside(row.name) })),
  };
}

/** Records that may be handed out, whose number a table of figures says with the sums of all. */
async function ofRecords(question: Question, unit: string, fields: string[], records: readonly FigureRecord[]) {
  const table = ofPivot(await spansOf(question, 'years', unit));
  return { ...table, rows: [], fields, records: [...records] };
}

/** A record is found again by these, whatever columns are shown. */
const ALWAYS = ['record_date', 'hs_code', 'importer_name', 'exporter_name'];

/** Columns of records whose prices are unusual. */
const UNUSUAL_COLUMNS = [...ALWAYS, 'total_value_usd'];

/**
 * @param readable which records may be handed out of some that are found
 * @param whole all groups instead of the largest, as far as one answer reaches, and no single records
 */
async function figuresOf(question: Question, asks: ReportAsks, readable: Readable, whole: boolean) {
  const { tradeType } = queryAsked(asks);
  const keyOf = (name: string) => columnKeyOf(tradeType, name);
  if ('pivot' in asks) {
    const { query: _, ...layout } = asks.pivot;
    const topColumns = whole ? LIMITS.pivotColumns : Math.min(layout.topColumns, REPORT_LIMITS.reportColumns);
    const topRows = whole
      ? mostPivotRows(layout.columns, topColumns)
      : Math.min(layout.topRows, REPORT_LIMITS.reportRows);
    return ofPivot(await question.pivot({ ...layout, topRows, topColumns }));
  }
  if ('comparison' in asks) {
    const { query: _, ...layout } = asks.comparison;
    const top = whole ? LIMITS.reachableRows : Math.min(layout.top, REPORT_LIMITS.reportRows);
    return ofComparison(await question.comparison({ ...layout, top }));
  }
  if ('prices' in asks) {
    const { unit } = asks.prices;
    const [pivot, prices] = await Promise.all([spansOf(question, 'months', unit), question.unitPrices(unit)]);
    const months = new Map(prices.months.map(({ month, ...one }) => [month, one]));
    return withStatistics(pivot, (span) => {
      const one = span === null ? prices.total : months.get(span);
      return one ? [one.quartile1, one.median, one.quartile3] : undefined;
    });
  }
  if ('concentration' in asks) {
    const { by, over } = asks.concentration;
    const [pivot, { whole, spans }] = await Promise.all([
      spansOf(question, over, ''),
      question.concentration(by, over),
    ]);
    const bySpan = new Map(spans.map((one) => [one.span, one]));
    return withStatistics(pivot, (span) => {
      const one = span === null ? whole : bySpan.get(span);
      if (!one || one.groups === 0) return undefined;
      return [one.hhi, one.shares[0] ?? null, one.shares.reduce((sum, share) => sum + share, 0), one.groups];
    });
  }
  if ('records' in asks) {
    const { columns, top } = asks.records;
    const found = whole ? [] : await question.recordsFrom({ offset: 0, limit: top });
    const told = new Set([
      ...columns.flatMap((key) => [key, recordColumn(tradeType, key)?.unitKey ?? key]),
      ...ALWAYS.map(keyOf),
    ]);
    const records = (await readable(found.map(({ cells }) => cells))).map(
      ({ id, usd_derived, hs_derived, ...cells }) => ({
        cells: {
          id,
          usd_derived,
          hs_derived,
          ...Object.fromEntries(Object.entries(cells).filter(([key]) => told.has(key))),
        },
      }),
    );
    return ofRecords(question, '', columns, records);
  }
  const { unit, top } = asks.unusualPrices;
  const found = whole ? { unit, prices: [] } : await question.unusualPrices(unit, top);
  const records = await readable(found.prices);
  return ofRecords(
    question,
    found.unit,
    UNUSUAL_COLUMNS.map(keyOf),
    records.map(({ id, date, hsCode, importer, exporter, valueUsd, ...compared }) => {
      const values = [date, hsCode, importer, exporter, valueUsd];
      const cells = Object.fromEntries(UNUSUAL_COLUMNS.map((name, at) => [keyOf(name), values[at] ?? '']));
      return { cells: { id, usd_derived: false, hs_derived: false, ...cells }, compared };
    }),
  );
}

type Readable = <Of extends { id: string }>(records: readonly Of[]) => Promise<Of[]>;

/** Figures of a question, with what there is to know of them. */
async function tableOf(
  question: Question,
  asks: ReportAsks,
  now: Date,
  readable: Readable,
  whole = false,
): Promise<ReportFigures> {
  const query = questionOf(asks);
  const filters = describeFilters(savedQuery.parse(query));
  return {
    dataVersion: question.dataVersion,
    madeDate: now.toISOString(),
    question: [question.inWords(), ...filters].join(' · '),
    hidden: describeLeftOut(query, question.scope),
    ...(await figuresOf(question, asks, readable, whole)),
  };
}

/**
 * Computes the figures of a block as the records are now, and those of the records alone that came since a data version.
 *
 * @throws PortalError NO_SUBSCRIPTION or SEARCH_LIMIT_EXHAUSTED
 */
export function computeFigures(
  { services, caller, signal }: ReportCall,
  asks: ReportAsks,
  since: number | null,
): Promise<{ figures: ReportFigures; came: ReportFigures | null; source: FiguresSource }> {
  return chargeAndAnswer({ services, caller, signal, request: questionOf(asks) }, async (question, search) => {
    const now = new Date();
    const readable: Readable = async (records) => {
      const ids = records.map(({ id }) => id);
      const { owned, free } = await takeFree({ services, caller, signal }, search, ids);
      return records.filter(({ id }) => owned.has(id) || free.has(id));
    };
    const figures = await tableOf(question, asks, now, readable);
    const source = { within: question.scope, suppression: question.highestSuppression };
    if (since === null || since >= question.dataVersion) return { figures, came: null, source };
    const came = await tableOf(question.since(since), asks, now, readable, true);
    const shown = new Set(figures.rows.map(({ name }) => name));
    return { figures, came: { ...came, rows: came.rows.filter(({ name }) => shown.has(name)) }, source };
  });
}

/**
 * Computes all figures of a report anew. What can no longer be computed stays as it was and says why; whoever has no more searches is told
 * so at once.
 *
 * @param compute see {@link computeFigures}
 */
export async function refreshFigures(
  kept: readonly KeptBlock[],
  compute: (asks: ReportAsks, since: number) => ReturnType<typeof computeFigures>,
): Promise<{ refreshed: RefreshedBlock[]; replace: (blocks: readonly KeptBlock[]) => KeptBlock[] }> {
  const refreshed: RefreshedBlock[] = [];
  const fresh = new Map<string, Pick<FiguresKept, 'figures' | 'source'>>();
  for (const block of kept) {
    if (block.kind !== 'FIGURES') continue;
    const { id, asks, figures } = block;
    try {
      const { source, ...now } = await compute(asks, figures.dataVersion);
      refreshed.push({ id, ...now, why: null });
      fresh.set(id, { figures: now.figures, source });
    } catch (error) {
      if (!(error instanceof PortalError) || error.status !== 400) throw error;
      refreshed.push({ id, figures: null, came: null, why: error.message });
    }
  }
  const replace = (blocks: readonly KeptBlock[]) =>
    blocks.map((block) => (block.kind === 'FIGURES' ? { ...block, ...fresh.get(block.id) } : block));
  return { refreshed, replace };
}

/** Figures in the place of those that may be told no more. */
const withoutNumbers = (figures: ReportFigures): ReportFigures => {
  const none = { name: '', total: null, cells: [] };
  const { records: _, fields: __, ...rest } = figures;
  return { ...rest, columns: [], rows: [], otherRows: 0, otherColumns: 0, others: none, total: none };
};

/** Who publishes the records that some questions ask for, and what these lack, a line each. */
async function notesOf(visible: Visible, asked: readonly SearchQuery[]): Promise<string[]> {
  const [sources, loaded] = await Promise.all([publicSources(), visible.loadedSources()]);
  const published = asked.flatMap(({ countryCode, tradeType }) =>
    countryCode.flatMap((country) => publishersOf(sources, loaded, country, tradeType)),
  );
  return publishersInWords([...new Set(published)].map(publishedByOf));
}

/**
 * A report as it may be told now: without figures that count records which may be seen no more (decision 0089).
 *
 * @param user who reads it, or the main account that shows it to others
 */
export async function tellReport(
  { services, user, signal }: Pick<ReportCall, 'services' | 'signal'> & { user: User },
  { name, blocks }: { name: string; blocks: readonly KeptBlock[] },
): Promise<Pick<SharedReport, 'name' | 'blocks' | 'notes'>> {
  const figures = blocks.filter((block) => block.kind === 'FIGURES');
  const queries = new Map(figures.map(({ id, asks }) => [id, keptQuery(asks)]));
  const asked = [...queries.values()].filter((query) => query !== undefined);
  const [visible, lists] = await Promise.all([
    openVisible(services, user, signal),
    namedLists(services.accounts, user, asked),
  ]);
  const counting = figures.flatMap(({ id, figures: { madeDate }, source: { within, suppression } }) => {
    const query = queries.get(id);
    return query && within
      ? [{ id, query: { ...query, ...within }, lists, suppression, foundAt: new Date(madeDate) }]
      : [];
  });
  const hidden = await visible.hiddenSince(counting);
  const withheld = new Set([
    ...counting.filter((_, at) => hidden[at]).map(({ id }) => id),
    // What can be asked no more cannot be looked at again.
    ...figures.filter(({ id }) => queries.get(id) === undefined).map(({ id }) => id),
  ]);
  const tellable = blocks.map((block): ReportBlock => {
    if (block.kind === 'TEXT') return block;
    const { source: _, ...told } = block;
    const isWithheld = withheld.has(block.id);
    return { ...told, isWithheld, figures: isWithheld ? withoutNumbers(block.figures) : block.figures };
  });
  return { name, blocks: tellable, notes: await notesOf(visible, asked) };
}

/** What computing figures anew would cost now, in which data version, and those that cannot be: they cost nothing. */
export interface RefreshCost {
  searches: number;
  dataVersion: number;
  refused: { id: string; why: string }[];
}

/** A question that is asked of several blocks costs once. */
export async function costOf(
  { services, caller, signal }: ReportCall,
  blocks: readonly Pick<FiguresKept, 'id' | 'asks'>[],
): Promise<RefreshCost> {
  const cost: RefreshCost = { searches: 0, dataVersion: 0, refused: [] };
  const priced = new Set<string>();
  for (const { id, asks } of blocks) {
    try {
      const request = questionOf(asks);
      const call = { services, caller, signal, request };
      const question = await openQuestion(call, request);
      cost.dataVersion = question.dataVersion;
      const isPaid = (await paidSearchOf(call, question)) !== undefined;
      const key = JSON.stringify(request);
      if (!isPaid && !priced.has(key)) cost.searches += 1;
      priced.add(key);
    } catch (error) {
      if (!(error instanceof PortalError)) throw error;
      cost.refused.push({ id, why: error.message });
    }
  }
  return cost;
}
