import { expect, it } from 'vitest';
import { question } from '../../../testing/question.js';
import { questionWords } from './question-words.js';

const query = question({
  ...{ searchBy: 'PRODUCT', matchType: 'C', searchValue: ['tea'], countryCode: ['IND', 'USA'] },
  fromDate: '2025-01-01',
});

it('a question is told as it is asked until its answer says what was searched', () => {
  const asked = "Imports of India and United States whose product contains 'tea', 01 Jan 2025 – 30 Jun 2026";
  expect(questionWords(query)).toBe(asked);
  expect(questionWords(query, null)).toBe(asked);
  const searched = { countryCode: ['IND'], fromDate: '2026-01-01', toDate: '2026-06-30' };
  expect(questionWords(query, searched)).toBe(
    "Imports of India whose product contains 'tea', 01 Jan 2026 – 30 Jun 2026",
  );
});

it('its filters are a part of what the records answer', () => {
  const filtered = { ...query, importerList: ['ACME'], rangeValueUsdStart: '5' };
  expect(questionWords(filtered)).toMatch(/30 Jun 2026; only Importer: ACME; Value: 5 – 9,99,999 \(filled in\)$/);
  expect(questionWords({ ...query, newSince: 7 })).toMatch(/30 Jun 2026; only what is new to this saved search$/);
  const without = { ...query, importerList: ['ACME'], exceptOriginCountryList: ['China'] };
  expect(questionWords(without)).toMatch(/30 Jun 2026; only Importer: ACME; without Origin country: China$/);
});

it('a list that a line names alone is said by its name', () => {
  const said = (line: string) => questionWords({ ...query, line, searchValue: [] });
  expect(said('importer:@suppliers')).toContain('with importer on the list “suppliers”, 01 Jan');
  expect(said('hs:@"My codes"')).toContain('with HS code on the list “My codes”, 01 Jan');
  expect(questionWords({ ...query, line: 'company:@known' })).toContain("'tea' and company on the list “known”, ");
  for (const line of ['-importer:@suppliers', 'importer:@a OR importer:@b', 'colour:@a'])
    expect(said(line)).toContain(`with ${line}, 01 Jan`);
});

it('alternatives of a line are told apart from what stands beside them', () => {
  const beside = { ...query, line: 'importer:ikea OR importer:roca' };
  expect(questionWords(beside)).toContain("product contains 'tea' and (importer:ikea OR importer:roca), 01 Jan 2025");
  expect(questionWords({ ...beside, searchValue: [] })).toContain('with importer:ikea OR importer:roca, 01 Jan 2025');
  expect(questionWords({ ...beside, line: 'hs:6907 (from:china OR from:india)' })).toContain(
    "'tea' and hs:6907 (from:china OR from:india), 01 Jan",
  );
});
