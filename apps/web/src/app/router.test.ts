import { readFileSync } from 'node:fs';
import { isScreen, SCREENS } from '@tidewaiter/contract';
import { expect, it } from 'vitest';
import { HELP_TASKS } from '../features/help/help-tasks.js';

/** What the app takes for no screen. */
const UNKNOWN = '$';

/** The tasks of the help are one path of the router. */
const HELP = HELP_TASKS.map(({ id }) => `/help/${id}`);

/** As it is written: the router itself needs a browser. */
const source = readFileSync(new URL('./router.tsx', import.meta.url), 'utf8');

it('the screens of the app are those that the portal answers', () => {
  const routed = [...source.matchAll(/^ {2}path: '(.+)',$/gm)].map(([, path]) => path);
  const screens = routed.flatMap((path) => (path === '/help/$task' ? HELP : [path]));
  expect(screens.filter((path) => path !== UNKNOWN).sort()).toEqual([...SCREENS]);
});

it.each([
  ['/login', true],
  // The router minds neither case nor a slash at the end, unless it is told to.
  ['/Login', true],
  ['/help/', true],
  ['/help/search', true],
  ['/help/me', false],
  ['/index.html', false],
  ['', false],
])('%s is a screen: %s', (path, expected) => {
  expect(source).not.toMatch(/caseSensitive|trailingSlash/);
  expect(isScreen(path)).toBe(expected);
});
