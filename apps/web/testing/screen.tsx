import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import { notifications } from '@mantine/notifications';
import axe from 'axe-core';
import { createRoot } from 'react-dom/client';
import { expect, onTestFailed, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { Application } from '../src/app/application.js';
import { Providers } from '../src/app/providers.js';
import { router } from '../src/app/router.js';
import { queryClient } from '../src/session/query-client.js';
import { sessionStore } from '../src/session/store.js';
import { ANSWERS, SESSION } from './answers.js';
import { type Answers, portal } from './portal-stub.js';

const PHONE = [390, 844] as const;
const DESKTOP = [1280, 720] as const;

/** A screen that asks the portal nothing: where the router waits between two tests. */
const NOWHERE = '/terms-and-conditions';

let noise: string[] = [];
let shown = '';

/** One application for all tests: between two of them it waits nowhere, with nothing that the first one left. */
let begun = false;
function begin(): void {
  if (begun) return;
  begun = true;
  createRoot(document.body.appendChild(document.createElement('div'))).render(
    <Providers nonce={() => ''}>
      <Application />
    </Providers>,
  );
}

async function goNowhere(): Promise<void> {
  router.history.replace(NOWHERE);
  await expect.element(page.getByRole('heading', { name: /terms/i }).first()).toBeVisible();
  queryClient.clear();
}

/**
 * Opens an address of the application.
 *
 * @param answers what the portal answers else than usual
 * @param session who is signed in; null for nobody
 */
export function visit(address: string, answers: Answers = {}, session: Partial<typeof SESSION> | null = {}): void {
  portal.answer(answers);
  if (session) sessionStore.begin({ ...SESSION, ...session });
  router.history.push(address);
  begin();
}

/** Opens the page's address anew, as a reload does: only what the browser's storage and the address hold is there again. */
export async function reopen(): Promise<void> {
  const { pathname, search } = window.location;
  await goNowhere();
  router.history.push(pathname + search);
}

/** Waits until all of the screen is here: nothing is dimmed, and nothing holds the place of what is to come. */
export const settled = (): Promise<void> =>
  vi.waitFor(() => {
    const awaited = document.querySelector('[data-loading], [data-awaited], .mantine-Skeleton-root');
    const { status, resolvedLocation } = router.state;
    if (awaited || status !== 'idle' || resolvedLocation?.pathname !== window.location.pathname)
      throw new Error(`still awaited: ${awaited?.outerHTML.slice(0, 200)} ${portal.faults().join('; ')}`);
  }, 30_000);

export const onPhone = () => page.viewport(...PHONE);

/** Nobody is signed in, and the portal answers as usual. */
export async function beginTest(): Promise<void> {
  // Where the output alone is kept, nobody sees what the page showed.
  // biome-ignore lint/suspicious/noConsole: the output of a run
  onTestFailed(() => console.log(`It ended with: ${shown}`));
  portal.begin(ANSWERS);
  if (window.innerWidth !== DESKTOP[0]) await page.viewport(...DESKTOP);
  vi.spyOn(console, 'error').mockImplementation((...said) => noise.push(said.map(String).join(' ')));
}

/** Leaves nothing behind, and fails the test where the console or the portal told of a fault. */
export async function endTest(): Promise<void> {
  shown = [...portal.faults(), ...noise, document.body.innerText.slice(0, 4000)].join('\n');
  if (begun) await goNowhere();
  notifications.clean();
  sessionStore.clear();
  localStorage.clear();
  sessionStorage.clear();
  const said = [...portal.faults(), ...noise];
  portal.end();
  noise = [];
  vi.restoreAllMocks();
  expect(said).toEqual([]);
}

type Within = Pick<Locator, 'getByRole' | 'getByText' | 'getByLabelText'>;

export const button = (name: string | RegExp, within: Within = page) =>
  within.getByRole('button', { name, exact: true });
export const control = (name: string, within: Within = page) =>
  within.getByRole('combobox', { name, exact: true }).first();
export const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
export const text = (said: string | RegExp, within: Within = page) => within.getByText(said);

/** Presses keys, one after the other, where the focus is. */
export async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await userEvent.keyboard(key.length === 1 ? key : `{${key}}`);
}

/** Writes into a field, in place of what stood there, and presses keys. */
export async function write(field: Locator, words: string, ...keys: string[]): Promise<void> {
  await field.fill(words);
  await press(...keys);
}

/** Gives something the focus, as a program does. */
export const focus = (one: Locator): void => (one.element() as HTMLElement).focus();

/** Opens a select; its options, while the list of another may be closing still. */
export async function openSelect(name: string, within: Within = page): Promise<Locator> {
  const select = control(name, within);
  await select.click();
  await expect.poll(() => select.element().getAttribute('aria-controls')).toBeTruthy();
  const list = page.elementLocator(await vi.waitFor(() => byId(select.element().getAttribute('aria-controls'))));
  await expect.element(list.getByRole('option').first()).toBeVisible();
  return list.getByRole('option');
}

function byId(id: string | null): HTMLElement {
  const element = document.getElementById(id ?? '');
  if (!element) throw new Error(`nothing is called ${id}`);
  return element;
}

export async function choose(name: string, option: string, within: Within = page): Promise<void> {
  const offered = await openSelect(name, within);
  // What it means may stand behind it, in a sentence.
  await offered.filter({ hasText: new RegExp(`^${option}($|[A-Z])`) }).click();
}

export const texts = (all: Locator) => all.elements().map(({ textContent }) => textContent);

/** What the address says behind its path. */
export const address = (): ReturnType<typeof expect.poll> =>
  expect.poll(() => window.location.pathname + window.location.search);

/** Expects that axe finds nothing in the page as it stands, or in what has opened over it (WCAG 2.2 AA, and what it counts as good practice). */
export async function expectAccessible(within?: Locator): Promise<void> {
  // What was just opened is mounted in one frame, begins to fade in the next, and has its colours at the end.
  for (let frame = 0; frame < 3; frame += 1) await new Promise((next) => requestAnimationFrame(next));
  const fading = () => document.getAnimations().filter((one) => one instanceof CSSTransition);
  while (fading().length > 0) await Promise.allSettled(fading().map(({ finished }) => finished));
  const { violations } = await axe.run(within?.element() ?? document.body, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    resultTypes: ['violations'],
    preload: false,
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([]);
}
