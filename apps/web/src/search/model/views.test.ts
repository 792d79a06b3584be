/**
 * One question in all of its views: its payload, its address, its words, its query line and the form in which programs ask it. What stands in
 * `golden-questions.json` was written by the build of 29 November 2026; saved searches and links like these are read for ever.
 */
import {
  addressOf,
  FILTER_LISTS,
  FILTERS,
  fieldOfList,
  lineOfQuery,
  queryOfLine,
  readLine,
  type SearchPayload,
  type SearchQuery,
  searchInWords,
  searchQuery,
  stringifySearch,
  writeLine,
} from '@tidewaiter/contract';
import { API_CALLS, type PlainQuestion, plainQuestion } from '@tidewaiter/contract/api';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import golden from '../../../testing/golden-questions.json' with { type: 'json' };
import { parseSearch, validateAddress } from './address.js';
import { readAddress } from './address-query.js';
import { pillsOf } from './pills.js';

/** What a program's question asks; a line is written anew, as it is ever after. */
function readsAsProgram(question: PlainQuestion): SearchQuery {
  const read = (one: PlainQuestion) => API_CALLS.count.request.parse({ question: one }).question;
  const query = read(question);
  expect(read(plainQuestion(query))).toEqual(query);
  return { ...query, line: question.line };
}

const parse = (payload: unknown) => searchQuery.parse(payload);

/** As an address has it that shows the first page. */
function addressed(query: SearchQuery): string {
  const { pageNumber: _, numberOfRecords: __, ...rest } = query;
  return stringifySearch(addressOf(rest));
}

const firstPage = (query: SearchQuery) => ({
  ...query,
  ...parse({ ...query, pageNumber: 0, numberOfRecords: undefined }),
});

describe('a question of the golden set', () => {
  it.each(golden.map((one) => [one.name, one] as const))('%s is written as ever', (_, { payload, ...views }) => {
    const query = parse(payload);
    expect({ address: addressed(query), words: searchInWords(query), question: plainQuestion(query) }).toEqual({
      ...{ address: views.address, words: views.words, question: views.question },
    });
    expect(writeLine(lineOfQuery(query))).toBe(views.line);
  });

  it.each(golden.map((one) => [one.name, one] as const))('%s is read as ever', (_, { payload, ...views }) => {
    const query = firstPage(parse(payload));
    expect(readAddress(validateAddress(parseSearch(views.address)))).toMatchObject({ query, problems: [] });
    expect(readsAsProgram(views.question as PlainQuestion)).toEqual(query);
  });
});

it.each(FILTER_LISTS)('%s is asked in every view by its row alone', (list) => {
  const query = parse({ ...golden[0]?.payload, [list]: ['69 & Co'] });
  const { label } = FILTERS[list];
  expect(addressed(query)).toContain(`&${list}=69+%26+Co`);
  expect(searchInWords(query)).toContain(` · ${label}: 69 & Co`);
  expect(writeLine(lineOfQuery(query))).toMatch(new RegExp(` ${fieldOfList(list)}:=?"69 & Co"$`));
  expect(plainQuestion(query).filters).toEqual({ [label.toLowerCase().replaceAll(' ', '_')]: ['69 & Co'] });
  expect(pillsOf(query)).toEqual([{ label: `${label}: 69 & Co`, without: { [list]: undefined } }]);
});

it('a chapter is asked as one by the line that is written of it', () => {
  const chapter = parse({ ...golden[0]?.payload, searchBy: 'HS_CODE_2', matchType: 'L', searchValue: ['85', '84'] });
  const { expression } = readLine(writeLine(lineOfQuery(chapter)), chapter.toDate);
  const asked = expression && queryOfLine(expression, chapter);
  expect(asked).toMatchObject({ searchBy: 'HS_CODE_2', searchValue: ['85', '84'], queryBuilder: [] });
});

it.each(['C', 'D'] as const)(
  'a filter of the description is one in the line that is written of it, match %s',
  (match) => {
    const query = parse({ ...golden[0]?.payload, productDesc: ['clay', 'matt glaze'], conditionProductDesc: match });
    const { expression } = readLine(writeLine(lineOfQuery(query)), query.toDate);
    expect(parse(expression && queryOfLine(expression, query))).toEqual(query);
  },
);

const MORE_THAN_A_FILTER = [...'abcdefghijk'].map((letter) => `description:"clay ${letter}"`).join(' OR ');

it.each(['description:"clay" OR importer:ikea', MORE_THAN_A_FILTER])(
  'a text of the description is a condition where a filter cannot say it: %s',
  (line) => {
    const { expression } = readLine(`hs:6907 (${line})`, '2026-10-31');
    const query = parse(expression && queryOfLine(expression, parse(golden[0]?.payload)));
    expect(query).toMatchObject({ productDesc: [], line });
  },
);

/** Any of the golden questions' conditions with any of their filters and orders. */
const mixed = fc
  .subarray(
    golden.map(({ payload }) => payload as Partial<SearchPayload>),
    { minLength: 1, maxLength: 5 },
  )
  .map((payloads) => searchQuery.safeParse(Object.assign({}, ...payloads)).data)
  .filter((query) => query !== undefined);

// That addresses do is held in `address-query.test.ts`, that lines do in `records/src/query/expression.engine.test.ts`, with what they find.
it('any question is read by programs as the one that was written for them', () => {
  fc.assert(
    fc.property(mixed, (mix) => {
      const query = firstPage(mix);
      expect(readsAsProgram(plainQuestion(query))).toEqual(query);
    }),
    { numRuns: 200 },
  );
});
