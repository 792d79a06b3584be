/** What to leave out of a search that finds nothing, against counting the loosened search by hand. */
import { loosenedQueries, type SearchPayload, type SearchQuery } from '@tidewaiter/contract';
import { drawn } from '@tidewaiter/testing/generated';
import { matches } from '@tidewaiter/testing/plain-search';
import { AS_PORTAL, countOf, EVERY_RECORD, EVERYTHING, question, withoutHaste } from '@tidewaiter/testing/records';
import { sharedDemo } from '@tidewaiter/testing/shared-records';
import { beforeAll, describe, expect, it } from 'vitest';

const demo = sharedDemo();
beforeAll(() => withoutHaste(demo.test.records));

const asked = (changes: Partial<SearchPayload> = {}): SearchQuery =>
  question({ searchBy: 'PRODUCT', matchType: 'C', searchValue: ['cotton'], ...demo.scope, ...changes });
const plainly = (query: SearchQuery) => demo.plain.filter((record) => matches(record, query));
const hints = async (query: SearchQuery, access = EVERYTHING) =>
  (await demo.test.records.ask(query, access, AS_PORTAL)).relaxations();

/** Every clause with the records that a plain filter finds without it. */
function byHand(query: SearchQuery) {
  const counted = loosenedQueries(query).map(({ clause, label, query: loosened }) => {
    const dates = plainly(loosened).map((record) => record.record_date ?? '');
    const [fromDate = '', toDate = ''] = [dates.sort()[0], dates.at(-1)];
    return { clause: clause.part === 'dates' ? { ...clause, fromDate, toDate } : clause, label, records: dates.length };
  });
  return counted.filter(({ records }) => records > 0).sort((a, b) => b.records - a.records);
}

describe('a search that finds nothing', () => {
  const never = (relation: 'AND' | 'NOT', searchBy: 'HS_CODE' | 'PRODUCT', ...searchValue: string[]) => ({
    queryBuilder: [
      { relation, searchBy, matchType: searchBy === 'PRODUCT' ? ('C' as const) : ('L' as const), searchValue },
    ],
  });
  const NOTHING: [why: string, changes: Partial<SearchPayload>][] = [
    ['two conditions that never meet', never('AND', 'HS_CODE', '7210', '8507')],
    ['a row that denies the form', never('NOT', 'PRODUCT', 'cot')],
    ['a filter of nothing', { incoterm: ['XXX'], hsCode4DigitList: ['6109', '5201', '5205'] }],
    ['a range of nothing', { rangeQuantityStart: '999998.5', rangeQuantityEnd: '999998.6', productDesc: ['knitted'] }],
    ['days before the first record', { fromDate: '1999-01-01', toDate: '2000-01-01' }],
    ['a country without records', { countryCode: ['AGO'] }],
  ];
  it.each(drawn(NOTHING, 3))('because of %s', async (_, changes) => {
    const query = asked(changes);
    expect(plainly(query)).toEqual([]);
    const expected = byHand(query);
    expect(expected.length).toBeGreaterThan(0);
    expect((await hints(query)).filter(({ clause }) => clause.part !== 'instead')).toEqual(expected.slice(0, 5));
  });

  const INSTEAD: [why: string, changes: Partial<SearchPayload>, words: string[], codes: string[]][] = [
    ['a phrase that stands nowhere', { searchValue: ['tiles ceramic floor'] }, ['tiles ceramic floor'], ['6907']],
    ['a word that is misspelt', { matchType: 'W', searchValue: ['cermaic tile'] }, ['ceramic tile'], ['6907']],
    ['a word too many', { matchType: 'W', searchValue: ['xylophonic floor tile'] }, ['floor tile'], ['6907']],
    ['words that no record has', { matchType: 'W', searchValue: ['cellphones'] }, [], ['8517']],
  ];
  it.each(drawn(INSTEAD, 2))(
    'because of %s is told what to ask instead, with how much that finds',
    async (_, changes, words, codes) => {
      const query = asked(changes);
      const found = (await hints(query)).filter(({ clause }) => clause.part === 'instead');
      const asks = (by: string) =>
        found.flatMap(({ clause }) =>
          clause.part === 'instead' && clause.searchBy === by ? [clause.searchValue[0]] : [],
        );
      expect(asks('PRODUCT')).toEqual(expect.arrayContaining(words));
      expect(asks('PRODUCT')[0]).toBe(words[0]);
      expect(asks('HS_CODE')).toEqual(expect.arrayContaining(codes));
      for (const { clause, records } of found) {
        if (clause.part !== 'instead') continue;
        const { part: __, ...condition } = clause;
        expect(records).toBeGreaterThan(0);
        expect(records).toBe(plainly({ ...query, ...condition }).length);
      }
    },
  );

  it.each(drawn(['importer_name', 'exporter_name'] as const, 1))(
    'by a company’s name that was taken for goods is told to ask it as the company that it is (%s)',
    async (field) => {
      const isCompany = (name = '') => / .* (LTD|LIMITED|INC)\.?$/i.test(name);
      const imported = demo.plain.find((one) => one.tradeType === 'IMPORT' && isCompany(one[field]));
      const name = imported?.[field]?.toLowerCase() ?? expect.fail();
      const by = field === 'importer_name' ? 'IMPORTER' : 'EXPORTER';
      const query = asked({ matchType: 'W', searchValue: [name] });
      const condition = { searchBy: by, matchType: 'L', searchValue: [name] } as const;
      const [first] = (await hints(query)).filter(({ clause }) => clause.part === 'instead');
      expect(first).toEqual({
        ...{ clause: { part: 'instead', ...condition }, label: `${by.toLowerCase()} contains '${name}'` },
        records: plainly({ ...query, ...condition, searchValue: [name] }).length,
      });
    },
  );

  it('by a company’s name whose legal form is written otherwise is told to ask it as that company', async () => {
    const names = new Set(plainly(asked(EVERY_RECORD)).map(({ importer_name: name = '' }) => name.toUpperCase()));
    const otherwise = [...names].map((name) => name.replace(/ LTD\.?$/, ' LIMITED'));
    const name = otherwise.find((other) => / LIMITED$/.test(other) && !names.has(other)) ?? expect.fail();
    const found = (await hints(asked({ matchType: 'W', searchValue: [name] }))).filter(
      ({ clause }) => clause.part === 'instead' && clause.searchBy === 'IMPORTER',
    );
    const [{ clause, records } = expect.fail()] = found;
    expect([found.length, clause]).toMatchObject([1, { searchValue: [name], pickedValue: [name] }]);
    const { part: _, ...condition } = clause as Extract<typeof clause, { part: 'instead' }>;
    expect((await countOf(demo.test.records, asked(condition))).count).toBe(records);
  });

  it('because two things are wrong has no hints', async () => {
    expect(await hints(asked({ searchValue: ['no such goods'], incoterm: ['XXX'] }))).toEqual([]);
  });

  it('has no hints rather than an error where counting takes too long, and has them when it is asked again', async () => {
    const { askedEngine: engine } = demo.test.records;
    const query = engine.query.bind(engine);
    engine.query = (statement) => query({ ...statement, settings: { ...statement.settings, max_memory_usage: 1 } });
    // Not asked before: what was found once is cached.
    const wrong = asked({ incoterm: ['NONE'], fromDate: '2023-02-01' });
    expect(await hints(wrong)).toEqual([]);
    engine.query = query;
    expect(await hints(wrong)).not.toEqual([]);
  });
});
