import { readLine } from '@tidewaiter/contract';
import { expect, it } from 'vitest';
import { LINE_EXAMPLES } from './line-examples.js';

it.each(LINE_EXAMPLES.map(([line]) => line))('%s is read', (line) => {
  const { expression, problems } = readLine(line, '2026-11-15');
  expect(problems).toEqual([]);
  expect(expression).toBeDefined();
});
