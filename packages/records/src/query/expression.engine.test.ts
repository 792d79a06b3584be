/** What a query line finds: word by word, against the words of the index and without them, and as the form that means the same. */
import { readFileSync } from 'node:fs';
import {
  lineOfQuery,
  PortalError,
  queryOfLine,
  readLine,
  type SearchPayload,
  type SearchQuery,
  searchQuery,
  writeLine,
} from '@tidewaiter/contract';
import { cases, drawn, SEED } from '@tidewaiter/testing/generated';
import { hostileLine } from '@tidewaiter/testing/hostile';
import { countOf, EVERYTHING } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { byLineAlone, loadLines, SCOPE } from '../../testing/line-records.js';
import { VersionDictionaries } from '../cache/version-dictionaries.js';

const SANITARY = 'Sanitary ware of ceramic, for a bathroom';
const FITTINGS = 'Pipe fittings and flanges of stainless and forged steel';
const RECORDS = [
  ['2022-01-10', '69072100', 'IKEA Supply AG', 'Foshan Tiles Co', 'Ceramic floor tile', 'China', 'Shanghai', '100'],
  ['2022-02-10', '69079000', 'H&M Hennes', 'Foshan Tiles Co', 'Ceramic wall tiles, glazed', 'China', 'Ningbo', '20000'],
  ['2022-03-10', '69101000', 'IKEA Supply AG', 'Roca', SANITARY, 'Spain', 'Valencia', '10000'],
  ['2022-04-10', '73063000', 'Borouge', 'Tata', 'Steel tubes and welded pipe', 'India', 'Mumbai', '55.5'],
  ['2022-05-10', '73064000', 'Borouge', 'Tata', FITTINGS, 'India', 'Mumbai', '10'],
  ['2022-06-10', '52010000', 'Textile Mills', '', 'Textile fabrics'],
  ['2022-07-10', '08051000', '', 'Naranjas', 'Azulejos cerámicos', 'Spain', 'Valencia', '7'],
  ['2022-09-10', '85166000', 'Торговый дом', 'Midea', 'Чайники электрические, чёрный металл'],
  ['2022-08-10', '69072300', 'Tyle House', 'Roca', 'Tyles', 'Spain', 'Valencia', '8'],
];

const test = sharedRecords();
beforeAll(() => loadLines(test, RECORDS));

const count = async (payload: SearchPayload) => (await countOf(test.records, searchQuery.parse(payload))).count;

function payloadOf(line: string): SearchPayload {
  const { expression, problems } = readLine(line, '2022-12-31');
  expect(problems).toEqual([]);
  return queryOfLine(expression ?? expect.fail('nothing was read'), SCOPE);
}

const FOUND = Object.entries({
  ...{ ceramic: 3, 'ceramic tile': 2, ikea: 2, 6907: 3, tile: 3 },
  ...{
    'product:tile': 2,
    'product:"ceramic tile"': 0,
    'product:"floor tile"': 1,
    'product:ceramic -product:sanitary': 2,
  },
  ...{ 'importer:ikea OR importer:"h&m"': 3, 'importer:(ikea OR hennes) product:tile': 2 },
  ...{ 'importer:="IKEA Supply AG"': 2, 'importer:="ikea supply"': 0, 'company:tile': 3, 'company:roca from:spain': 2 },
  ...{ 'hs:6907..6908': 3, 'hs:69': 4, 'hs:=69072100': 1, 'heading:6907': 3 },
  ...{ 'from:china': 2, '-from:china': 7, '(from:china OR from:IN) -hs:7306': 2 },
  ...{ 'origin-port:shang': 1, 'origin-port:"Shanghai"': 1, 'origin-port:"&&"': 0 },
  ...{ 'value:>10000': 1, 'value:>=10k': 2, 'value:10..55.5': 2, 'value:<10 hs:08': 1 },
  ...{ '2022-02..2022-03 ceramic': 2, 'date:2022-02 OR date:2022-05': 2 },
  // Words that stand for others.
  ...{ 'product:til*': 2, 'til*': 2, 'product:t?le*': 3, 'product:*tile': 2, 'product:**t?*le*': 5 },
  ...{ 'product:Cerám\u0327*': 4, 'cerám*': 4, 'product:чайник*': 1, 'чайн?ки': 1, 'importer:торг*': 1 },
  ...{ 'product:чайнеки~1': 1, 'product:tile~1': 2, 'product:tile~2': 5, 'product:ceramik~1': 3 },
  // Words near each other.
  ...{ 'product:NEAR(чайники металл, 4)': 1, 'product:NEAR(чайники металл, 2)': 0, 'product:NEAR(steel pipe, 5)': 1 },
  ...{ 'product:NEAR(steel pipes, 10)': 2, 'product:NEAR(pipe steel, 4)': 1 },
  ...{ 'product:(steel OR (ceramic wall))': 3, 'NOT (product:ceramic OR product:steel)': 4, '-(-importer:borouge)': 2 },
  'trade:import country:zimbabwe product:steel': 2,
});

describe('a query line', () => {
  it.each(FOUND)('%s finds %i', async (line, expected) => {
    expect(await count(payloadOf(line))).toBe(expected);
    if (!/country:|trade:/.test(line)) expect(await count(byLineAlone(line))).toBe(expected);
  });

  it.each(drawn(FOUND, 5))('%s finds %i while the words of the records are not known', async (line, expected) => {
    vi.spyOn(VersionDictionaries.prototype, 'dictionary').mockReturnValue(undefined);
    try {
      expect(await count({ ...payloadOf(line), countryCode: ['ZWE', 'ZMB'] })).toBe(expected);
    } finally {
      vi.restoreAllMocks();
    }
  });

  it.each([
    ['colour:red', 'There is no field “colour”'],
    ['trade:export OR hs:69', 'once'],
    ['hs:69 OR is:new', 'once'],
    ['is:old hs:69', 'is:new'],
    ['heading:69', 'four digits'],
    ['', 'what to search for'],
  ])('that cannot be read is refused with its place: %s', async (line, says) => {
    const refusal = count(byLineAlone(line));
    await expect(refusal).rejects.toMatchObject({ code: 'VALIDATION', details: [{ field: 'line' }] });
    await expect(refusal).rejects.toThrow(says);
  });
});

describe('a line as nobody should send it', () => {
  /** What the event loop's thread has had of the processor, in milliseconds, which a busy machine does not change. */
  const heldMs = () => Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

  /** Of one line; far beyond what any takes. */
  const HELD_MS = 2000;

  it('is answered, or refused at its place, and holds nobody else', async () => {
    // One token has letters of ASCII beside others, which are looked through whatever a word is.
    await loadLines(test, [['2022-01-10', '6907', 'led灯', '“x', 'led灯 “tile']], RECORDS.length);
    const unit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (given) => {
        const line = hostileLine(() => given(() => unit));
        const asked = searchQuery.safeParse(byLineAlone(line));
        fc.pre(asked.success);
        const before = heldMs();
        const answer = await countOf(test.records, searchQuery.parse(asked.data), EVERYTHING).catch((error) => error);
        const isRefused = answer instanceof PortalError && ['VALIDATION', 'SEARCH_TOO_LARGE'].includes(answer.code);
        if (!isRefused) expect(answer).toMatchObject({ count: expect.any(Number) });
        expect(heldMs() - before).toBeLessThan(HELD_MS);
      }),
      { numRuns: cases(25, 5000), seed: SEED },
    );
  });
});

const conditions = fc.constantFrom(
  ...['product:tile', 'product:"floor"', 'importer:ikea', 'importer:="Borouge"', 'exporter:roca', 'hs:6907', 'hs:73'],
  ...['from:china', 'to:china', 'origin-port:"Mumbai"', 'value:>50', 'value:<=100', 'unit-price:1..2', 'ceramic'],
  'date:2022-02..2022-06',
);
const { lines } = fc.letrec<{ lines: string }>((tie) => ({
  lines: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    conditions,
    fc.array(tie('lines'), { minLength: 2, maxLength: 4 }).map((some) => `(${some.join(' ')})`),
    fc.array(tie('lines'), { minLength: 2, maxLength: 4 }).map((some) => `(${some.join(' OR ')})`),
    tie('lines').map((one) => `-${one}`),
  ),
}));

describe('a line, the form and the text again', () => {
  it('ask for what is new alone', () => {
    const query = searchQuery.parse(payloadOf('product:steel is:new'));
    expect(query.onlyNew).toBe(true);
    expect(query.line).toBeUndefined();
    const text = writeLine(lineOfQuery(query));
    expect(text).toContain('is:new');
    expect(searchQuery.parse(payloadOf(text))).toEqual(query);
    expect(() => payloadOf('is:new')).toThrow('what to search for');
    expect(() => payloadOf('steel -is:new')).toThrow('once');
  });

  it('find the same records', async () => {
    await fc.assert(
      fc.asyncProperty(lines, async (line) => {
        // Days and countries alone are no question.
        fc.pre(!/^[-(]*date:[^ ]*$/.test(line));
        const payload = payloadOf(line);
        const query: SearchQuery = searchQuery.parse(payload);
        const found = await count(payload);
        expect(await count(byLineAlone(line))).toBe(found);
        const again = payloadOf(writeLine(lineOfQuery(query)));
        expect(await count(again)).toBe(found);
        // What was brought to the form once stays there.
        expect(payloadOf(writeLine(lineOfQuery(searchQuery.parse(again))))).toEqual(again);
      }),
      { numRuns: cases(8, 2000), seed: SEED },
    );
  });
});
