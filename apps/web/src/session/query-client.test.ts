import { QueryObserver } from '@tanstack/react-query';
import { type ErrorCode, PortalError } from '@tidewaiter/contract';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';

let queryClient: typeof import('./query-client.js').queryClient;
beforeAll(async () => {
  // The client reads the page for its credential.
  vi.stubGlobal('document', { querySelector: () => null });
  ({ queryClient } = await import('./query-client.js'));
  vi.useFakeTimers();
});
beforeEach(() => queryClient.clear());
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What comes of a question that is refused so often before it is answered, and after how many seconds. */
async function asked(refusals: number, code: ErrorCode) {
  const begun = Date.now();
  let tries = 0;
  const ask = async () => {
    tries += 1;
    if (tries <= refusals) throw new PortalError(code);
    return 'answered';
  };
  const came = queryClient.fetchQuery({ queryKey: [code], queryFn: ask }).catch((error: PortalError) => error.code);
  let seconds = 0;
  void came.then(() => {
    seconds = (Date.now() - begun) / 1000;
  });
  await vi.advanceTimersByTimeAsync(60_000);
  return { came: await came, tries, seconds };
}

it.each([
  [1, 'answered', 2, 2],
  [3, 'answered', 4, 12],
  [9, 'PORTAL_BUSY', 4, 12],
])('comes back to a portal that is busy for %i tries: %s', async (refusals, came, tries, seconds) => {
  expect(await asked(refusals, 'PORTAL_BUSY')).toEqual({ came, tries, seconds });
});

it('does not ask again what was refused for good', async () => {
  expect(await asked(1, 'VALIDATION')).toMatchObject({ came: 'VALIDATION', tries: 1 });
});

it('asks what is left again after a search, though the first answer about it is still awaited', async () => {
  let left = 75;
  const observer = new QueryObserver(queryClient, {
    queryKey: ['subscription', 1],
    // What is left when it is asked takes longer to say than the search takes.
    queryFn: () => new Promise<number>((answer) => setTimeout(answer, 500, left)),
  });
  const stop = observer.subscribe(() => {});
  await queryClient.fetchQuery({
    queryKey: ['search'],
    queryFn: async () => {
      left -= 1;
      return 'records';
    },
  });
  await vi.advanceTimersByTimeAsync(2000);
  expect(observer.getCurrentResult().data).toBe(74);
  stop();
});
