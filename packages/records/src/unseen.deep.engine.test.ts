/** What an account may not see changes nothing of its answers: two sets of records that differ in nothing else answer alike. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  breakdownQuery,
  DISTINCT_COLUMNS,
  distinctValuesQuery,
  LISTED_DIMENSIONS,
  RECORD_COLUMNS,
  type SearchPayload,
  type SearchQuery,
  type TradeType,
} from '@tidewaiter/contract';
import { cases, drawn, SEED } from '@tidewaiter/testing/generated';
import {
  differentials,
  FIRST,
  fileOf,
  type HiddenRow,
  JOINED,
  LAST,
  LEAD,
  mappingOf,
  SOURCES,
  SUPPRESSED,
} from '@tidewaiter/testing/hidden-records';
import { EVERY_RECORD, question, withoutHaste } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import fc from 'fast-check';
import { readXlsx } from 'hucre';
import { beforeAll, expect, it } from 'vitest';
import {
  type Answer,
  type Ask,
  allOf,
  answersOf,
  arrivalsOf,
  asAccount,
  askedOf,
  suggestionsWithin,
} from '../testing/every-answer.js';
import { freely, OWNER } from '../testing/exported-records.js';
import { EVERYTHING_LOADED } from './query/entitlement.js';
import { Question } from './question.js';

/** Visible records of a case; there are up to three times as many hidden ones. */
const ROWS = 60;

/**
 * What is not asked: what is found out of the data version alone, the account's own lists as it handed them in, and the countries and
 * published sources of which anything is loaded, which everybody is told on purpose (docs/security.md).
 */
const NOT_ASKED = [
  ...['constructor', 'dataVersion', 'sourceCountries', 'highestSuppression', 'lists'],
  ...['loadedCountries', 'loadedSources'],
];

/** What has been asked of questions, of all that can be. */
const methodsAsked = new Set<string>();
for (const [name, { value, get }] of Object.entries(Object.getOwnPropertyDescriptors(Question.prototype))) {
  if (name === 'constructor') continue;
  const heard = function (this: unknown, ...of: unknown[]) {
    methodsAsked.add(name);
    return value.apply(this, of);
  };
  Object.defineProperty(Question.prototype, name, { configurable: true, ...(get ? { get } : { value: heard }) });
}

const test = sharedRecords();
beforeAll(() => withoutHaste(test.records));

const load = async ({ seen, hidden }: { seen: readonly HiddenRow[]; hidden: readonly HiddenRow[] }) => {
  for (const trade of ['IMPORT', 'EXPORT'] as const) {
    const rows = [...seen, ...hidden].filter((row) => row.trade === trade);
    const path = await test.file(`${trade}.csv`, fileOf(rows));
    await test.loader.load({ files: [{ path }], mapping: mappingOf(trade) });
  }
};

type Asks = Partial<Omit<SearchPayload, 'countryCode' | 'numberOfRecords'>>;

/** Questions of every way to match, some of which only hidden records would answer. */
const questions: fc.Arbitrary<SearchQuery> = fc
  .record({
    asks: fc.constantFrom<Asks>(
      { searchBy: 'PRODUCT', matchType: 'D', searchValue: ['zz'] },
      { searchBy: 'PRODUCT', matchType: 'D', searchValue: ['hidden'] },
      { searchBy: 'PRODUCT', matchType: 'C', searchValue: ['hid', 'cotton'] },
      { searchBy: 'PRODUCT', matchType: 'C', searchValue: ['cotton yarn', 'ton hid'] },
      { searchBy: 'PRODUCT', matchType: 'W', searchValue: ['yarns cotton', 'hidden'] },
      { searchBy: 'PRODUCT', matchType: 'W', searchValue: ['hiddn shawl'] },
      { searchBy: 'IMPORTER', matchType: 'L', searchValue: ['acme', 'hidden street'] },
      { searchBy: 'IMPORTER', matchType: 'L', searchValue: [JOINED], pickedValue: [JOINED] },
      { searchBy: 'EXPORTER', matchType: 'L', searchValue: ['7 hid', 'exporter'] },
      { searchBy: 'HS_CODE', matchType: 'L', searchValue: ['6109', '9999', '6205'] },
      { searchBy: 'HS_CODE', matchType: 'L', searchValue: ['8507'], hsCodeList: ['620510'] },
      {
        searchBy: 'PRODUCT',
        matchType: 'D',
        searchValue: ['zz'],
        line: '-importer:zz (date:2020 OR company:hid* OR hs:99)',
      },
    ),
    filters: fc.constantFrom<Asks>(
      {},
      {},
      { importerList: ['Acme Ltd, 7 Hidden Street 12', LEAD, 'Cord SA'] },
      { portDestinationList: ['Hidden Harbour'] },
      { exceptExporterList: ['Exporter 1 Ltd'], incoterm: ['CIF', 'EXW'] },
    ),
    builder: fc.constantFrom<NonNullable<SearchPayload['queryBuilder']>>(
      [],
      [],
      [{ relation: 'OR', searchBy: 'IMPORTER', matchType: 'L', searchValue: ['hid', 'bolt'] }],
      [{ relation: 'NOT', searchBy: 'PRODUCT', matchType: 'L', searchValue: ['hidden shawls'] }],
    ),
    tradeType: fc.constantFrom('IMPORT' as const, 'IMPORT' as const, 'EXPORT' as const),
    countryCode: fc.oneof(fc.constant(SOURCES), fc.subarray(SOURCES, { minLength: 1 })),
    dates: fc.constantFrom(
      [FIRST, LAST],
      ['2020-02-01', '2020-03-31'],
      ['2020-02-12', '2020-03-17'],
      [FIRST, '2020-03-05'],
    ),
  })
  .map(({ asks, filters, builder, dates: [fromDate = FIRST, toDate = LAST], ...rest }) =>
    question({ ...asks, ...filters, queryBuilder: builder, ...rest, fromDate, toDate, numberOfRecords: 200 }),
  );

/** What stands in the hidden records, as somebody who guesses would ask for it. */
function guessesAt(query: SearchQuery): Answer[] {
  const values = DISTINCT_COLUMNS[query.tradeType].flatMap((columnName) =>
    ['', 'hid'].flatMap((nameContains) => {
      const asked = distinctValuesQuery.parse({ ...query, numberOfRecords: 50, columnName, nameContains });
      return askedOf(asked, {
        [`values of ${columnName} with ${nameContains}`]: (question) => question.distinctValues(),
      });
    }),
  );
  const hid = breakdownQuery.parse({ ...query, numberOfRecords: 10, nameContains: 'hid' });
  const lists = LISTED_DIMENSIONS.flatMap((dimension) => [
    ...askedOf(hid, { [`${dimension} with hid`]: (question) => question.list(dimension) }),
    ...askedOf(query, { [`top of ${dimension}`]: (question) => question.top(dimension, 50) }),
  ]);
  const periods = { before: { from: '2020-02-01', to: '2020-02-29' }, after: { from: '2020-03-01', to: '2020-03-31' } };
  const pivoted = { columns: 'months', unit: 'KGS', orderBy: 'SHIPMENTS', topRows: 30, topColumns: 8 } as const;
  const compared = { ...periods, unit: '', orderBy: 'VALUE', top: 30 } as const;
  const grouped = (['importers', 'exporters', 'notifyParties', 'hsCodes', 'stdUnits'] as const).flatMap((by) =>
    askedOf(query, {
      [`pivot of ${by}`]: (question) => question.pivot({ ...pivoted, rows: by }),
      [`comparison by ${by}`]: (question) => question.comparison({ ...compared, by }),
      [`flows to ${by}`]: (question) => question.flows(['foreignCountries', 'exporters', by], 10),
    }),
  );
  const names = ['Acme Ltd', 'Acme Ltd, 7 Hidden Street 12', LEAD, JOINED, 'Hidden Holdings Ltd', SUPPRESSED];
  const companies = names.flatMap((name) =>
    askedOf(query, {
      [`company ${name}`]: async (question) => {
        const party = await question.partyKey(name);
        return [
          ...[await question.company(party, {}), await question.similarCompanies(party, {})],
          ...[await question.relatedCompanies(party), await question.identities('EXPORTER', [name])],
          await question.companyShipments(name),
        ];
      },
    }),
  );
  return [...values, ...lists, ...grouped, ...companies];
}

/** Names of somebody's list: of visible parties, of hidden ones, and near to both. */
const NEAR = ['ACME', 'Bolt GmbH, Berlin', 'Cord S.A.', 'Hidden Holdings', 'Exporter 1', 'Exportr 2', 'Akmé'];
const NUMBERED = [
  ['Cord', '0399000001'],
  ['Nobody', '0399000001'],
  ['Nobody', '0388123456'],
] as const;
const LISTED = [...[LEAD, JOINED, SUPPRESSED, ...NEAR].map((name) => [name] as const), ...NUMBERED].map(
  ([name, number], row) => ({ row, name, numbers: number === undefined ? [] : [`IEC ${number}`] }),
);

/** What a list finds. It is no answer of every question: the names of parties that are joined find them by what they are themselves. */
const matchesOf = (query: SearchQuery) =>
  askedOf(query, { 'matched names': (question) => question.matchNames(LISTED) });

/** Codes that visible records have, that hidden ones have alone, and that nobody knows; ids of no record that may be seen. */
const LISTED_CODES = ['85076090', '8507609', '999911', '999922', '9999', '62051', '777777'];

const listedOf = (query: SearchQuery) =>
  askedOf(query, {
    'listed codes, ids and companies': async (question) => {
      const asked = await question.another(query);
      const keys = await Promise.all(LISTED.map(({ name }) => asked.partyKey(name)));
      const watched = { query, lists: [], suppression: asked.highestSuppression, foundAt: new Date() };
      return [
        ...[await asked.listedCodes(LISTED_CODES), await asked.listedRecords(['0'.repeat(32), 'no id'])],
        ...[await asked.listedCompanies(LISTED.map(({ name }) => name)), [...(await asked.knownParties(keys))]],
        await asked.hiddenSince([watched]),
      ];
    },
  });

let files = 0;

/** The files of a question: texts with each record's source and line, and a workbook. */
const filesOf = (query: SearchQuery) =>
  askedOf(query, { csv: fileAs('csv', query.tradeType), xlsx: fileAs('xlsx', query.tradeType) });
const fileAs = (format: 'csv' | 'xlsx', trade: TradeType) => async (question: Question<SearchQuery>) => {
  files += 1;
  const path = join(test.folder, `${files}.${format}`);
  await question.keepExport(freely(), files);
  const columns = RECORD_COLUMNS[trade].map(({ key }) => key);
  const choice = { ...OWNER, number: files };
  const written = await question.exportFile({ choice, columns, trace: true, format }, path);
  if (format === 'csv')
    return [written.rows, (await readFile(path, 'utf8')).replaceAll(/IMPORT\.csv|EXPORT\.csv/g, '')];
  return (await readXlsx(await readFile(path))).sheets.map(({ rows }) => rows);
};

async function everything(queries: readonly SearchQuery[], ask: Ask) {
  const loaded = await ask(EVERYTHING_LOADED);
  const answers: Record<string, unknown> = {
    months: await loaded.months(),
    countries: await loaded.countries(),
    news: await loaded.news(new Date(0)),
  };
  for (const [no, query] of queries.entries()) {
    const usual = [matchesOf, listedOf, answersOf, arrivalsOf, suggestionsWithin, filesOf].flatMap((of) => of(query));
    const of = no === 0 ? [...usual, ...drawn(guessesAt(query), 8)] : drawn([...usual, ...guessesAt(query)], 16);
    for (const [name, answer] of Object.entries(await allOf(of, ask))) answers[`${no} ${name}`] = answer;
  }
  return answers;
}

/** Of all that may be seen, and others. */
const asksOf = fc
  .array(questions, { minLength: cases(1, 3), maxLength: cases(1, 3) })
  .map((others) => [
    question({ ...EVERY_RECORD, countryCode: SOURCES, fromDate: FIRST, toDate: LAST, numberOfRecords: 200 }),
    ...others,
  ]);

/** Answers by what they are of, with each difference told by itself. */
function mustBeAlike(one: Record<string, unknown>, other: Record<string, unknown>, asked: unknown): void {
  expect(Object.keys(one)).toEqual(Object.keys(other));
  // As a browser reads them: in which order an answer's fields were found says nothing.
  const read = (answer: unknown) => JSON.parse(JSON.stringify([answer]));
  const differing = Object.keys(one).filter((of) => !isDeepStrictEqual(read(one[of]), read(other[of])));
  for (const of of differing) expect.soft(other[of], `${of}, of ${JSON.stringify(asked)}`).toEqual(one[of]);
  expect(differing).toEqual([]);
}

it('what an account may not see changes none of its answers', async () => {
  const { suppressions, parties } = test.records;
  const drawnCases = fc.sample(fc.tuple(differentials(ROWS), asksOf), { numRuns: cases(1, 60), seed: SEED });
  for (const [no, [{ access, seen, hidden }, asked]] of drawnCases.entries()) {
    const told: Record<string, unknown>[] = [];
    if (no === 0) {
      // Before both lots, so that what is asked since the version before is asked of the same history.
      await load({ seen, hidden: hidden[0] });
      await suppressions.suppress({ kind: 'party', subject: await suppressions.keyOf(SUPPRESSED) }, 'asked for');
      await parties.join(LEAD, [JOINED], 'one company');
    }
    for (const lot of hidden) {
      await test.empty();
      await load({ seen, hidden: lot });
      told.push(await everything(asked, asAccount(test.records, access)));
    }
    const [one = {}, other = {}] = told;
    expect(one['0 count']).toBe(seen.filter(({ trade }) => trade === 'IMPORT').length);
    mustBeAlike(one, other, { access, asked });
  }
  const methods = Object.getOwnPropertyNames(Question.prototype).filter((name) => !NOT_ASKED.includes(name));
  expect(methods.filter((name) => !methodsAsked.has(name))).toEqual([]);
});
