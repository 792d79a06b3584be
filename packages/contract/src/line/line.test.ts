import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeConditions, describeLine } from '../query/question.js';
import { all, any, type Condition, none, term } from './expression.js';
import { LINE_FIELD_NAMES, type LineField, lineField } from './fields.js';
import { readLine } from './read.js';
import { writeLine } from './write.js';

const TODAY = '2026-11-15';
const read = (text: string) => readLine(text, TODAY);
const written = (text: string) => {
  const { expression, problems } = read(text);
  expect(problems).toEqual([]);
  return expression && writeLine(expression);
};
const problemsOf = (text: string) => read(text).problems.map(({ from, to }) => text.slice(from, to));

it('refuses what is no number of a scheme, at its place', () => {
  expect(problemsOf('steel ruc:123 tile')).toEqual(['ruc:123']);
  expect(problemsOf('ruc:')).toEqual(['ruc:']);
});

describe('a query line', () => {
  it.each([
    ['ceramic tile', 'ceramic tile'],
    ['product:"ceramic tile" -product:sanitary', 'product:"ceramic tile" -product:sanitary'],
    ['(importer:ikea OR importer:"h&m")', 'importer:ikea OR importer:h&m'],
    ['hs:6907..6908 from:china to:IN', 'hs:6907..6908 from:China to:India'],
    ['hs:69.07.21*', 'hs:690721'],
    ['value:>10000 unit-price:2.5..4', 'value:>10000 unit-price:2.5..4'],
    ['quantity:>=2.5k value:<=1m', 'quantity:>=2500 value:<=1000000'],
    ['2024-03..2025-02', 'date:2024-03-01..2025-02-28'],
    ['date:2024', 'date:2024-01-01..2024-12-31'],
    ['date:last-12-months', 'date:2025-11-16..2026-11-15'],
    ['date:>2024-03', 'date:>=2024-04-01'],
    ['product:(wall OR floor) tile*', '(product:wall OR product:floor) tile*'],
    ['product:(ceramic tile)', 'product:(ceramic tile)'],
    ['tile~ product:tyle~2', 'tile~1 product:tyle~2'],
    ['product:NEAR(steel pipe, 3)', 'product:NEAR(steel pipe, 3)'],
    ['NOT (importer:ikea AND from:"Viet nam")', '-(importer:ikea from:"Viet nam")'],
    ['a1 b2 OR c3 AND -d4', 'a1 b2 OR c3 -d4'],
    ['origin-port:shanghai origin-port:"Shanghai Port"', 'origin-port:shanghai origin-port:"Shanghai Port"'],
    ['importer:="IKEA Supply AG" trade:imports country:vnm', 'importer:="IKEA Supply AG" trade:import country:VNM'],
    ["men's t-shirt", 'men t shirt'],
    ['product:שלום importer:"شركة"', 'product:שלום importer:شركة'],
    ['and or not', 'and or not'],
    [`product:${'*'.repeat(14)}ing? product:a?**?b`, 'product:*ing? product:a??*b'],
    ['product:NEAR(steel\npipe, 3) product:ab\u0301*', 'product:NEAR(steel pipe, 3) product:ab\u0301*'],
    ['ruc:20512333797', 'importer-number:"RUC 20512333797" OR exporter-number:"RUC 20512333797"'],
    [
      'cnpj:"16.727.230/0001-97" steel',
      '(importer-number:"CNPJ 16727230000197" OR exporter-number:"CNPJ 16727230000197") steel',
    ],
    ['importer:@"My suppliers" -exporter:@banned', 'importer:@"My suppliers" -exporter:@banned'],
    ['hs:@codes record:@ids', 'hs:@codes record:@ids'],
    ['company:(@one OR "@two")', 'company:@one OR company:"@two"'],
    ['value:>10,000 quantity:1,000..10,00,000.5', 'value:>10000 quantity:1000..1000000.5'],
    ['unit-price:2.5050', 'unit-price:2.5050'],
    ['product:"glove\\* \\(latex\\)"', 'product:"glove\\* \\(latex\\)"'],
    ['importer:="ABC (PVT) LTD"', 'importer:="ABC (PVT) LTD"'],
    ['hs:8517 (64)', 'hs:8517 (64)'],
    ['poly\u00adester 65/35 100% c++', 'polyester 65 35 100 c'],
  ])('reads %s', (text, canonical) => {
    expect(written(text)).toBe(canonical);
    expect(written(canonical)).toBe(canonical);
  });

  it.each([
    ['colour:red tile', ['colour:']],
    ['(tile', ['(']],
    ['tile)', [')']],
    ['OR tile', ['OR']],
    ['tile AND', ['AND']],
    ['importer:@ tile', ['importer:@']],
    ['tile = 3', ['=']],
    ['value:>10 million tile', ['value:>10 million']],
    ['hs:8517, tile', ['hs:8517,']],
    ['hs:(8517 8471)', ['8517 8471']],
    ['importer:ab cd,ef gh', ['cd,ef']],
    ['ceramic, tile', ['ceramic,']],
    ['10,000 tile', ['10,000']],
    ['[2024 TO 2025]', ['[2024', '2025]']],
    ['\u201cceramic tile\u201d', ['\u201cceramic', 'tile\u201d']],
    ["'ceramic tile'", ["'ceramic"]],
    ['tile 2024/03/01', ['2024/03/01']],
    ['NEAR (steel pipe)', ['NEAR']],
    ['tile NOT', ['NOT']],
    ['is:>new trade:<import', ['is:>new', 'trade:<import']],
  ])('says what is wrong at its place: %s', (text, places) => {
    expect(problemsOf(text)).toEqual(places);
  });

  it.each([
    [
      'what is no condition, or more than one at once',
      ...['product:"open', '()', 'product:*', 'product:t*', '/ti.*le/', 'hs:69x', 'hs:6908..6907', 'from:atlantis'],
      ...['value:many', 'date:2024-13', 'product:NEAR(steel)', 'importer:', '@mine', 'product:@mine'],
      ...['importer:=@mine', 'record:123', 'product:>tile', 'value:>10 000', 'value:>10.000', 'value:1,5'],
      ...['hs:8517,8471', 'hs:8517 8471', 'hs:="6907..6908"', 'from:china,india', 'mode:Sea,Air', 'steel|iron'],
      ...['!steel', '\u2013steel', '8517..8471', 'product:NEAR(steel* pipe, 3)', 'product:"examination glove*"'],
      ...['"tile~"', 'product:"glove (latex OR nitrile)"', 'importer:"ikea*"', 'importer:=ikea*', 'mode:"Se?"'],
      ...['product:"a\\b"'],
    ],
    [
      'accents alone, which are no letters',
      ...['product:ab\u0301\u0301~1', 'ab*\u0301\u0301\u0301', 'product:\u0301\u0301*', 'product:\u0301\u0301'],
      ...['importer:\u115f\u115f\u115f~1', 'product:ก*\u0e38', 'product:NEAR(steel \u0301, 5)'],
    ],
    [
      'more than a word has',
      ...[`product:${'*a'.repeat(1900)}`, `${'?'.repeat(11)}ab`],
      ...[`ab${'x'.repeat(200)}*`, `importer:${'x'.repeat(201)}~`],
    ],
    [
      'what no text has, in every kind of value',
      ...['product:NEAR(a\0b cd, 5)', 'mode:"Se\0a"', 'importer:@"a\0b"', 'importer:@a\0b', 'tile\0', 'til\0e*'],
      ...['product:NEAR(steel \ud800pipe, 5)', 'from:"\0\0"', 'origin-port:="\0"', 'importer:="a\0b"', '"a\ud800b"'],
    ],
  ])('refuses %s', (_, ...lines) => {
    for (const text of lines) expect(problemsOf(text)).toEqual([text]);
  });

  it('is as the guide says', () => {
    const guide = readFileSync(new URL('../../../../docs/query-line.md', import.meta.url), 'utf8');
    const [block = ''] = /(?<=```\n)[^`]+(?=\n```)/.exec(guide) ?? [];
    const rows = guide.split('\n').filter((row) => row.startsWith('| ') && !row.startsWith('| what'));
    const examples = rows.flatMap((row) =>
      [...(row.split(' | ')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, one = '']) => one),
    );
    expect(examples.length).toBeGreaterThan(20);
    for (const line of [block, ...examples]) expect([line, problemsOf(line)]).toEqual([line, []]);
  });

  it('reads the rest of a line of which a part is wrong', () => {
    const { expression } = read('colour:red tile hs:6907');
    expect(expression && writeLine(expression)).toBe('tile hs:6907');
  });

  it('refuses what is too long, too deep or too much', () => {
    expect(read('x'.repeat(10_000)).problems).toHaveLength(1);
    expect(read(`${'('.repeat(500)}tile${')'.repeat(500)}`).problems).toHaveLength(1);
    expect(read(Array.from({ length: 300 }, (_, n) => `hs:${10 + n}`).join(' OR ')).problems).toHaveLength(1);
    expect(read('').expression).toBeUndefined();
    expect(read(`${'?'.repeat(10)}ab`).problems).toEqual([]);
  });

  it('ends on any text, and points into it', () => {
    const words = ['AND', 'OR', 'NOT', 'NEAR(', '..', 'tile', 'hs:', 'product:', '69'];
    const pieces = fc.array(fc.constantFrom(...'()":-,*~>= \\/', ...words)).map((some) => some.join(''));
    const isRead = fc.property(fc.oneof(fc.string({ unit: 'binary' }), pieces), (text) => {
      const { expression, problems } = read(text);
      for (const { from, to } of problems) expect(from >= 0 && from <= to && to <= text.length).toBe(true);
      if (!expression || problems.length > 0) return;
      expect(read(writeLine(expression))).toEqual({ expression, problems: [] });
    });
    fc.assert(isRead, { numRuns: RUNS });
  });

  it.each([
    ['product:"examination glove*"', ['product:(examination glove*)', 'product:"examination glove\\*"']],
    ['"tile~"', ['"tile\\~"']],
    ['importer:"ikea*"', ['importer:ikea*', 'importer:"ikea\\*"']],
    ['hs:8517,8471', ['hs:(8517 OR 8471)']],
    ['mode:Sea;Air', ['mode:(Sea OR Air)']],
    ['from:(china india)', ['from:(china OR india)']],
  ])('shows ways to write %s that are read', (line, ways) => {
    const [problem] = read(line).problems;
    for (const way of ways) {
      expect(problem?.message).toContain(way);
      expect(problemsOf(way)).toEqual([]);
    }
  });

  it('has in its sentence every letter, digit and sign that was typed, or says at its place what it cannot read', () => {
    const isSaid = fc.property(typedLines, (parts) => {
      const typed = parts.map(([field, value]) => field + value).join(' ');
      const { expression, problems } = read(typed);
      if (problems.length > 0) return;
      const sentence = signsOf(expression ? writeLine(expression) : '');
      for (const [, value] of parts)
        expect([typed, signsOf(value).filter((sign) => !sentence.includes(sign))]).toEqual([typed, []]);
    });
    fc.assert(isSaid, { numRuns: RUNS });
  });

  it('is the same expression when it is written and read again', () => {
    const isTheSame = fc.property(expressions, (expression) => {
      expect(read(writeLine(expression))).toEqual({ expression, problems: [] });
    });
    fc.assert(isTheSame, { numRuns: RUNS });
  });

  it('stands in parentheses in the sentence of a question exactly where it is one of alternatives', () => {
    const isParted = fc.property(expressions, (expression) => {
      const line = writeLine(expression);
      const words = describeConditions({
        searchBy: 'PRODUCT',
        matchType: 'C',
        searchValue: ['tea'],
        queryBuilder: [],
        line,
      });
      expect(words).toBe(`product contains 'tea' and ${expression.is === 'or' ? `(${line})` : describeLine(line)}`);
    });
    fc.assert(isParted, { numRuns: RUNS });
  });
});

const RUNS = process.env.TIDEWAITER_DEEP === '1' ? 20_000 : 1000;

const signs = (of: string) => fc.string({ unit: fc.constantFrom(...of), minLength: 2, maxLength: 8 });
/** Signs that may stand anywhere, and words, each behind a field or none. */
const typedLines = fc.array(
  fc.tuple(
    fc.constantFrom('', 'product:', 'importer:', 'company:', 'mode:'),
    fc.oneof(
      signs('ab12 ,;|!?*~^$&+%#@/\\.-_=<>()[]{}:\u2013\u201c\u201d\uff0c'),
      signs('ab12 ,;|!?*~^()[]{}\\').map((text) => `"${text}"`),
    ),
  ),
  { minLength: 1, maxLength: 3 },
);
/** What a line says, without signs that part words or join conditions, each of which the guide names. */
const signsOf = (line: string) => [...line.replace(/[\s()"\\:=+%#/._-]|&(?!&)/g, '')];

const word = fc
  .stringMatching(/^[a-z0-9äßж漢]{2,6}$/)
  .filter((text) => text === text.normalize('NFKC') && !/^nan$/.test(text));
const text = fc
  .oneof(
    word,
    fc.constantFrom('H & M', 'a "quoted" name', 'back\\slash', 'AND', '-minus', 'x..y'),
    fc.constantFrom('co., ltd', '(group)', 'a:b', 'te*', '~~'),
  )
  .filter((one) => one.length >= 2);
const words = fc
  .uniqueArray(word, { minLength: 1, maxLength: 3 })
  .map((some) => ({ kind: 'words' as const, words: some }));
const inexact = fc.oneof(
  word.map((one) => ({ kind: 'pattern' as const, pattern: `${one}*` })),
  word
    .filter((one) => [...one].length >= 3)
    .map((one) => ({ kind: 'spelling' as const, word: one, edits: 2 as const })),
);
const near = fc
  .tuple(fc.uniqueArray(word, { minLength: 2, maxLength: 3 }), fc.integer({ min: 1, max: 100 }))
  .map(([some, within]) => ({ kind: 'near' as const, words: some, within }));
const phrase = text.map((one) => ({ kind: 'text' as const, text: one }));
const exact = text.map((value) => ({ kind: 'is' as const, value }));
const upTo = (max: number) => fc.integer({ min: 0, max });
const bounds = fc.tuple(upTo(999), upTo(999), upTo(2));
const amounts = bounds.map(([a, b, side]) => {
  if (side === 0) return { kind: 'range' as const, from: `${Math.min(a, b)}.5`, to: `${Math.max(a, b)}.5` };
  const open = side === 1 ? { from: `${a}`, beyond: true as const } : { to: `${b}` };
  return { kind: 'range' as const, ...open };
});
const codes = bounds.map(([a, b]) => {
  const [from, to] = [1000 + Math.min(a, b), 1000 + Math.max(a, b)].map(String);
  return { kind: 'range' as const, from, to };
});

/** Conditions of each kind of field. */
const listed = text.map((name) => ({ kind: 'list' as const, name }));
const matches = {
  goods: fc.oneof(words, phrase, inexact, near),
  party: fc.oneof(phrase, exact, inexact, near, listed),
  code: fc.oneof(codes, fc.constant({ kind: 'is' as const, value: '690721' }), listed),
  record: listed,
  country: fc.constantFrom('China', "Côte d'Ivoire", 'Nowhere at all').map((value) => ({ kind: 'is' as const, value })),
  listed: fc.oneof(
    word.map((one) => ({ kind: 'text' as const, text: one })),
    exact,
    inexact,
  ),
  amount: amounts,
  day: fc
    .constantFrom({ from: '2024-01-01', to: '2024-02-29' }, { from: '2024-01-01' }, { to: '2024-01-01' })
    .map((days) => ({ kind: 'range' as const, ...days })),
  source: fc.constantFrom('IND', 'SEZ').map((value) => ({ kind: 'is' as const, value })),
  trade: fc.constantFrom('IMPORT', 'EXPORT').map((value) => ({ kind: 'is' as const, value })),
  state: fc.constant({ kind: 'is' as const, value: 'new' }),
};
const fields = fc.constantFrom<(LineField | null)[]>(null, ...LINE_FIELD_NAMES);
const matchesOf = (field: LineField | null) => {
  if (field === null) return matches.goods;
  if (field === 'description') return fc.oneof(phrase, inexact, near) as typeof matches.goods;
  // Part of a heading is no heading.
  return (field === 'heading' ? fc.oneof(exact, inexact) : matches[lineField(field).kind]) as typeof matches.goods;
};
const terms = fields.chain((field) => matchesOf(field).map((match) => term(field, match)));
const { expressions } = fc.letrec<{ expressions: Condition }>((tie) => ({
  expressions: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    terms,
    fc.array(tie('expressions'), { minLength: 2, maxLength: 3 }).map((of) => all(...of)),
    fc.array(tie('expressions'), { minLength: 2, maxLength: 3 }).map((of) => any(...of)),
    tie('expressions').map(none),
  ),
}));
