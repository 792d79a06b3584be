import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MAX_RECORD } from '../form/reading-limits.js';
import { CsvRepair, MISQUOTED } from './csv-repair.js';
import { TooLong } from './text-pass.js';

function repaired(text: string, delimiter = ',', pieces = [text.length]): string {
  const repair = new CsvRepair(delimiter);
  const bytes = Buffer.from(text);
  const passed: Buffer[] = [];
  let at = 0;
  for (const length of [...pieces, bytes.length]) {
    passed.push(...repair.push(Buffer.from(bytes.subarray(at, at + length))).map((part) => Buffer.from(part)));
    at += length;
  }
  return Buffer.concat([...passed, ...repair.end()]).toString('utf8');
}

it.each([
  ['a quote within', 'a,b\n1,"x"y"\n2,z\n', `a,b\n"${MISQUOTED}1,""x""y"""\n2,z\n`],
  ['a quote that is not closed', 'a\n"b\nc\n', `a\n"${MISQUOTED}""b"\nc\n`],
  ['the last line', 'a\r\n"b"c\r\n"d', `a\r\n"${MISQUOTED}""b""c"\r\n"${MISQUOTED}""d"`],
])('a line whose quotes are wrong becomes one cell %s', (_, text, expected) => {
  expect(repaired(text)).toBe(expected);
});

it('a tab gives way to a sign that the engine takes, but not within quotes', () => {
  expect(repaired('a\tb\n"x\ty"\t5" pipe\t""\n', '\t')).toBe('a\u001fb\n"x\ty"\u001f5" pipe\u001f""\n');
  expect(repaired('a\tb\n1\t2', '\t')).toBe('a\u001fb\n1\u001f2');
});

it('where a file is cut into pieces makes no difference', () => {
  const sign = fc.constantFrom('"', '"', ',', '\n', '\r\n', 'a', 'é', ' ', '\t');
  const cut = fc.property(fc.array(sign), fc.array(fc.integer({ min: 1, max: 9 })), (signs, pieces) => {
    const text = signs.join('');
    for (const delimiter of [',', '\t']) expect(repaired(text, delimiter, pieces)).toBe(repaired(text, delimiter));
  });
  fc.assert(cut, { numRuns: 500 });
});

it('well-formed files pass as they are', () => {
  const cell = fc
    .string({ unit: fc.constantFrom('"', ',', '\n', 'a', ' ') })
    .map((text) => `"${text.replaceAll('"', '""')}"`);
  const files = fc
    .array(fc.array(cell, { minLength: 1 }).map((cells) => cells.join(',')))
    .map((rows) => rows.join('\n'));
  const pass = fc.property(files, (text) => {
    expect(repaired(text)).toBe(text);
  });
  fc.assert(pass);
});

it('a line may be long, but not without an end', () => {
  const long = 'x'.repeat(MAX_RECORD - 10);
  expect(repaired(`a\n${long}\nb\n`)).toHaveLength(MAX_RECORD - 5);
  for (const text of [`a\n${long}${long}\n`, `a\n"${long}","${long}"\n`, `a\n${long}${long}`]) {
    expect(() => repaired(text)).toThrow(TooLong);
    expect(() => repaired(text, ',', [1, 2, MAX_RECORD])).toThrow(TooLong);
  }
});
