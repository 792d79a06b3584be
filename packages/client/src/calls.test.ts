/** The calls that are written out for clients are those that are defined, and nothing else is needed to make them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { API_CALLS, type ApiCall } from '@tidewaiter/contract/api';
import { expect, it } from 'vitest';
import { CALLS } from './calls.js';

/** Calls that change nothing when they are made a second time: they read, or go by a key of their own. */
const READ_ALONE = ['quoteExport', 'savedSearchNews'];
const mayRepeat = ({ name, method, scope, once }: ApiCall) =>
  method === 'GET' || scope === 'search' || scope === 'analysis' || once === true || READ_ALONE.includes(name);

it('are all, with their methods and paths, and made again where that does nothing twice', () => {
  const defined = Object.entries<ApiCall>(API_CALLS).map(([name, call]) => [
    name,
    [call.method, call.path, ...(mayRepeat(call) ? ['AGAIN'] : [])],
  ]);
  expect(CALLS).toEqual(Object.fromEntries(defined));
});

it('need no other package where they are made', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => !name.includes('.test.'));
  const imports = files.flatMap((name) =>
    [
      ...readFileSync(join(import.meta.dirname, name), 'utf8').matchAll(
        /^(import|export) (?!type ).*? from '([^.].*)'/gms,
      ),
    ].map(([, , from]) => `${name}: ${from}`),
  );
  expect(imports).toEqual([]);
});
