import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wayBack } from './way-back.js';

const HOME = '/dashboard';

describe('the way back after signing in', () => {
  it.each([
    '/profile',
    '/select-package',
    '/indepthAnalysis',
    '/list1?trade=IMPORT&q=a%2F%2Fb#results',
    '/list1?to=https://evil.example',
    '/list1?q=%D0%BB%C3%AD',
    '/list1#//evil.example',
  ])('leads to the screen of this site: %s', (from) => {
    expect(wayBack(from)).toBe(from);
  });

  it.each([
    ...['https://evil.example/list1', 'https:evil.example', 'https:/evil.example', 'HTTPS://EVIL.EXAMPLE/list1'],
    ...['http:\\\\evil.example', 'mailto:person@evil.example', 'data:text/html,x', 'blob:https://evil.example/1'],
    ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'java\nscript:alert(1)', '\u0001javascript:alert(1)'],
    ...['//evil.example/list1', '///evil.example', '/\\evil.example', '\\/evil.example', '\\\\evil.example'],
    ...['\t//evil.example', '/\t/evil.example/list1', '/\n\\evil.example/list1', '/ /evil.example', ' //evil.example'],
    ...['/.//evil.example/list1', '/..//evil.example', '/list1/..//evil.example/list1', '/list1/../\\evil.example'],
    ...['/%2f/evil.example', '%2f%2fevil.example', '/%5cevil.example', '/%252f%252fevil.example', '/%00/evil.example'],
    ...['/\uff0fevil.example', '/\u2215\u2215evil.example', '\u3002//evil.example', '/@evil.example', '@evil.example'],
    ...['https://portal.invalid@evil.example/list1', 'https://portal.invalid/list1', '//portal.invalid/list1'],
    ...['/evil.example', '/list1;//evil.example', '?from=//evil.example', '#//evil.example', '..', 'list1', '/', ''],
  ])('leads home when it may lead elsewhere: %j', (from) => {
    expect(wayBack(from)).toBe(HOME);
  });

  it.each([
    ...['/login', '/LOGIN', '/login?from=/list1', '/login?from=//evil.example', '/./login', '/profile/../login'],
    ...[undefined, null, 1, ['/profile', '//evil.example'], { href: '/profile' }],
  ])('leads home when it turns in a circle, or is no text: %j', (from) => {
    expect(wayBack(from)).toBe(HOME);
  });

  it('leads home where there is no screen at the address, and to every screen of the router', () => {
    expect(wayBack('/no-such-screen')).toBe(HOME);
    const routes = readFileSync(new URL('../app/router.tsx', import.meta.url), 'utf8');
    const paths = [...routes.matchAll(/path: '(\/[^']+)'/g)].map(([, path]) => path?.replace('$task', 'search'));
    expect(paths.length).toBeGreaterThan(20);
    const onTheWayIn = ['/login', '/choose-password', '/second-factor', '/sign-on'];
    for (const path of paths) expect(wayBack(path)).toBe(onTheWayIn.includes(path ?? '') ? HOME : path);
  });

  it('is one word of this site however it is put together', () => {
    const pieces = [...'/\\.\t\n :@?#a', '..', '%2f', '%5c', 'evil.example', 'http'];
    const address = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 2 })));
    fc.assert(
      fc.property(address, fc.boolean(), (parts, rooted) => {
        const followed = wayBack((rooted ? '/' : '') + parts.join(''));
        expect(followed).toMatch(/^\/[a-zA-Z0-9-]+([?#]|$)/);
        // Followed as it is, or its path alone, it stays where it is.
        const url = new URL(followed, 'https://portal.example/login');
        expect(url.origin).toBe('https://portal.example');
        expect(new URL(url.pathname, url).origin).toBe('https://portal.example');
      }),
      { numRuns: 3000 },
    );
  });
});
