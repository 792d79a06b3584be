/** Statements of the benches' own, straight to the record engine. */

import { anything } from './measure.mjs';

export const askEngine = ({ staging: { engine } }, sql, settings = {}) =>
  engine.query({ name: 'bench', sql, row: anything, lane: 'load', settings });

export const runEngine = ({ staging: { engine } }, sql, settings = {}) => engine.run({ name: 'bench', sql, settings });

const CACHES = [
  'QUERY CONDITION CACHE',
  'MARK CACHE',
  'UNCOMPRESSED CACHE',
  'INDEX MARK CACHE',
  'INDEX UNCOMPRESSED CACHE',
  'PRIMARY INDEX CACHE',
  'TEXT INDEX CACHES',
  'MMAP CACHE',
];

/**
 * Makes the engine forget what earlier questions have taught it. What the operating system keeps of the files stays.
 * The settings that every statement is sent with are no part of a SYSTEM statement: the comment takes them in.
 */
export async function dropCaches(records) {
  for (const cache of CACHES) await runEngine(records, `SYSTEM DROP ${cache} --`);
}
