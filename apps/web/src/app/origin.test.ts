import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { signInSearch } from './origin.js';

const ORIGIN = 'https://portal.example';

beforeAll(() => vi.stubGlobal('window', { location: { origin: ORIGIN } }));
afterAll(() => vi.unstubAllGlobals());

describe('the way back after signing in', () => {
  it.each(['/list1', '/list1?trade=IMPORT&q=a%2F%2Fb#results', '/@evil.example', '/list1?to=https://evil.example'])(
    'is kept when it is a path of this site: %s',
    (from) => {
      expect(signInSearch({ from, other: 'x' })).toEqual({ from });
    },
  );

  it.each([
    '//evil.example/list1',
    '///evil.example/list1',
    '/\\evil.example/list1',
    '\\\\evil.example/list1',
    '/\t/evil.example/list1',
    '/\n\\evil.example/list1',
    '/.//evil.example/list1',
    '/list1/..//evil.example/list1',
    '/list1/../\\evil.example/list1',
    'https://evil.example/list1',
    'https:evil.example/list1',
    `${ORIGIN}.evil.example/list1`,
    `${ORIGIN}@evil.example/`,
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'list1',
    '',
  ])('is dropped when it may lead elsewhere: %j', (from) => {
    expect(signInSearch({ from })).toEqual({});
  });

  it.each(['/', '/login', '/login?from=/list1', '/./login', '/list1/../login'])(
    'is dropped when it leads nowhere but here: %s',
    (from) => {
      expect(signInSearch({ from })).toEqual({});
    },
  );

  it.each([undefined, null, 1, ['/list1', '//evil.example'], { href: '/list1' }])('is one text or none: %j', (from) => {
    expect(signInSearch({ from })).toEqual({});
  });

  it('stays on this site however it is put together, even when its path alone is followed', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '\t',
      '\n',
      ' ',
      ':',
      '@',
      '%2f',
      '?',
      '#',
      'evil.example',
      'a',
      'http',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 8 }).map((pieces) => `/${pieces.join('')}/list1`),
        (from) => {
          const kept = signInSearch({ from }).from;
          if (kept === undefined) return;
          const url = new URL(kept, `${ORIGIN}/login`);
          expect(new URL(url.pathname + url.search, ORIGIN).origin).toBe(ORIGIN);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
