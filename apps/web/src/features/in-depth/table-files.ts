/** The tables of the views become files: exact figures take the place of short ones, under notes of the question, months and units. */
import type { AnalysisSums, Measure, SearchQuery } from '@tidewaiter/contract';
import { growth, measureLabel, numberOf, shareOf } from '../../format/measures.js';
import { oneOfUnit, unitInWords } from '../../format/quantities.js';
import type { Lane } from '../../search/lane.js';
import { questionNotes } from '../../search/model/question-notes.js';
import type { FileCell, TableFile } from '../../ui/table-file.js';
import { titleOf } from './controls.js';
import { nodeName } from './flow-options.js';
import type { Answer } from './in-depth-calls.js';
import { REST, restOfMarket } from './market-sides.js';
import { periodInWords } from './periods.js';
import type { ViewChoice } from './view-address.js';

type Choice = Pick<ViewChoice, 'rows' | 'columns' | 'measure'>;

/** Writes a measure of some records to its last decimal; nothing where there are none. */
function figure(measure: Measure, sums: AnalysisSums | null | undefined): FileCell {
  if (!sums || sums.shipments === 0) return null;
  if (measure === 'VALUE') return sums.value_usd;
  return measure === 'QUANTITY' ? sums.quantity : numberOf(measure, sums);
}

const statedName = (name: string) => name || 'Not stated';

export function pivotFile(
  { rows, columns, otherRows, otherColumns, others, total, unit }: Answer<'pivot'>,
  query: SearchQuery,
  choice: Choice,
): TableFile {
  const described = rows.some(({ hs_description }) => hs_description !== undefined);
  const line = (name: string, row: Pick<(typeof rows)[number], 'cells' | 'total' | 'hs_description'>): FileCell[] => [
    name,
    ...(described ? [row.hs_description ?? ''] : []),
    ...(choice.columns ? row.cells.slice(0, otherColumns > 0 ? undefined : -1) : []).map((cell) =>
      figure(choice.measure, cell),
    ),
    figure(choice.measure, row.total),
  ];
  const title = titleOf(choice.rows, query);
  return {
    name: `Pivot by ${title}`,
    notes: [...questionNotes(query), ['Figures', measureLabel(choice.measure, unit)]],
    head: [
      title,
      ...(described ? ['Description'] : []),
      ...(choice.columns ? columns.map(({ name }) => statedName(name)) : []),
      ...(choice.columns && otherColumns > 0 ? [`${otherColumns} others`] : []),
      'All',
    ],
    rows: [
      ...rows.map((row) => line(statedName(row.name), row)),
      ...(otherRows > 0 ? [line(`${otherRows} others`, others)] : []),
      line('TOTAL', total),
    ],
  };
}

export function changesFile(
  { before, after, items, total, counts, unit }: Answer<'comparePeriods'>,
  query: SearchQuery,
  { rows: by, measure }: Choice,
): TableFile {
  const words = { before: before ? periodInWords(before) : '', after: after ? periodInWords(after) : '' };
  const whole = { before: numberOf(measure, total.before), after: numberOf(measure, total.after) };
  const leftOut = [...(before?.leftOut ?? []), ...(after?.leftOut ?? [])];
  const inAll = counts.ENTERED + counts.LEFT + counts.STAYED;
  return {
    name: `Changes by ${titleOf(by, query)}`,
    notes: [
      ...questionNotes(query),
      ['Figures', measureLabel(measure, unit)],
      ['Periods', `${words.before} against ${words.after}`],
      ...(leftOut.length > 0 ? [['Left out, since incomplete', leftOut.join(', ')] as const] : []),
      ...(items.length < inAll ? [['Rows', `The ${items.length} largest of ${inAll}`] as const] : []),
    ],
    head: [titleOf(by, query), 'Change', words.before, words.after, 'Growth, %', 'Share before, %', 'Share after, %'],
    rows: items.map(({ name, change, before: was, after: is }) => {
      const [from, to] = [numberOf(measure, was), numberOf(measure, is)];
      const shares = measure === 'UNIT_PRICE' ? [null, null] : [shareOf(from, whole.before), shareOf(to, whole.after)];
      return [statedName(name), change, figure(measure, was), figure(measure, is), growth(from, to), ...shares];
    }),
  };
}

export function switchesFile({ switched, before, after }: Answer<'comparePeriods'>, query: SearchQuery): TableFile {
  const periods = [before, after].map((period) => (period ? periodInWords(period) : ''));
  return {
    name: 'Importers that switched supplier',
    notes: questionNotes(query),
    head: ['Importer', 'From', 'To', ...periods.map((period) => `Bought in ${period}, USD`)],
    rows: switched.map((one) => [one.importer, one.from, one.to, one.before, one.after]),
  };
}

export function priceMonthsFile({ months, unit }: Answer<'unitPrices'>, query: SearchQuery): TableFile {
  return {
    name: 'Unit prices by month',
    notes: [...questionNotes(query), ['Figures', `USD per ${oneOfUnit(unit)}`]],
    head: ['Month', 'Lowest', 'Lower quartile', 'Median', 'Upper quartile', 'Highest', 'Weighted average', 'Shipments'],
    rows: months.map((one) => [
      ...[one.month, one.lowest, one.quartile1, one.median, one.quartile3, one.highest, one.average, one.shipments],
    ]),
  };
}

/** Makes a file of the records that the screen shows and of no others: those are bought. */
export function outliersFile({ outliers, outlierCount, unit }: Answer<'unitPrices'>, query: SearchQuery): TableFile {
  return {
    name: 'Unusual prices',
    notes: [
      ...questionNotes(query),
      ['Figures', `USD per ${oneOfUnit(unit)}`],
      ['Rows', `The ${outliers.length} of the largest value, of ${outlierCount}`],
    ],
    head: ['Date', 'HS code', 'Importer', 'Exporter', `Quantity in ${unitInWords(unit)}`, 'Value, USD', 'Unit price'],
    rows: outliers.map(({ date, hs_code, importer, exporter, quantity, value_usd, price }) => [
      ...[date, hs_code, importer, exporter, quantity, value_usd, price],
    ]),
  };
}

export function concentrationFile(
  { whole, spans }: Answer<'concentration'>,
  query: SearchQuery,
  title: string,
): TableFile {
  return {
    name: `Concentration among ${title}`,
    notes: [
      ...questionNotes(query),
      [
        'Figures',
        'Herfindahl-Hirschman index from 0 to 10,000; shares in % of the value of all records, stated or not',
      ],
    ],
    head: [
      'Quarter',
      'Only these days',
      'Index',
      'Largest',
      'Second',
      'Third',
      'How many',
      'Value, USD',
      'Not stated, USD',
    ],
    rows: [...(whole ? [{ ...whole, span: 'All dates of the search', cut: null }] : []), ...spans].map(
      ({ span, cut, hhi, shares, groups, value_usd, unnamed_usd }) => [
        ...[
          span,
          cut ? `${cut.from} to ${cut.to}` : '',
          hhi,
          shares[0] ?? null,
          shares[1] ?? null,
          shares[2] ?? null,
          groups,
          value_usd,
          unnamed_usd,
        ],
      ],
    ),
  };
}

export function lanesFile(lanes: readonly Lane[], query: SearchQuery): TableFile {
  return {
    name: 'Lanes between countries',
    notes: questionNotes(query),
    head: ['From', 'To', 'Value, USD', 'Shipments'],
    rows: lanes.map(({ from, to, valueUsd, shipments }) => [from.name, to.name, valueUsd, shipments]),
  };
}

export function flowsFile({ steps, links }: Answer<'tradeFlows'>, query: SearchQuery): TableFile {
  const end = (step: number, place: number) => {
    const at = steps[step];
    return [at ? titleOf(at.by, query) : '', nodeName(at, place)];
  };
  return {
    name: 'Flows',
    notes: questionNotes(query),
    head: ['From which', 'From', 'To which', 'To', 'Value, USD', 'Shipments'],
    rows: links.map(({ step, from, to, value_usd, shipments }) => [
      ...[...end(step, from), ...end(step + 1, to), value_usd, shipments],
    ]),
  };
}

/** Makes a row of each month, with the figures of a year in each column. */
export function seasonFile(
  { rows, unit }: Answer<'pivot'>,
  query: SearchQuery,
  { measure, months, whole }: { measure: Measure; months: readonly string[]; whole: ReadonlySet<string> },
): TableFile {
  const found = new Map(rows.map(({ name, total }) => [name, total]));
  const years = [...new Set([...found.keys()].map((month) => month.slice(0, 4)))].sort();
  const cut = [...found.keys()].filter((month) => !whole.has(month)).sort();
  return {
    name: 'Season',
    notes: [
      ...questionNotes(query),
      ['Figures', measureLabel(measure, unit)],
      ...(cut.length > 0 ? [['Cut by the dates of the search', cut.join(', ')] as const] : []),
    ],
    head: ['Month', ...years],
    rows: months.map((month, index) => [
      month,
      ...years.map((year) => figure(measure, found.get(`${year}-${String(index + 1).padStart(2, '0')}`))),
    ]),
  };
}

/** The parties of a page, each with all that the table and its tips tell. */
export function partiesFile(
  market: Answer<'marketParties'>,
  query: SearchQuery,
  { one, many, partners }: { one: string; many: string; partners: string },
): TableFile {
  const { parties, months, unit, listed } = market;
  const rest = restOfMarket(market);
  return {
    name: `${one}s`,
    notes: [
      ...questionNotes(query),
      ['Figures', `Value in USD, quantity in ${unitInWords(unit) || 'no unit'}, of the ${many} shown`],
    ],
    head: [
      ...[
        one,
        'Value in USD',
        'Shipments',
        `Quantity in ${unitInWords(unit)}`,
        `USD per ${oneOfUnit(unit)}`,
        'First',
        'Last',
        'Change',
      ],
      ...(listed ? ['On the list'] : []),
      ...[partners, `Largest ${partners.toLowerCase()}`, 'Countries', 'Largest countries'],
      ...months.map((month) => `USD in ${month}`),
    ],
    rows: [
      ...parties.map((party) => [
        ...[party.name, party.total.value_usd, party.total.shipments, figure('QUANTITY', party.total)],
        ...[figure('UNIT_PRICE', party.total), party.first, party.last, party.change],
        ...(listed ? [party.isListed ? 'Yes' : 'No'] : []),
        ...[party.partners.count, party.partners.names.join('; ')],
        ...[party.countries.count, party.countries.names.join('; ')],
        ...party.months,
      ]),
      ...(rest.shipments > 0 ? [[REST, rest.value_usd, rest.shipments, figure('QUANTITY', rest)]] : []),
    ],
  };
}
