import { OperatorError } from '@tidewaiter/contract';
import type { FastifyBaseLogger } from 'fastify';
import { explained } from './failures.js';
import type { Services } from './services.js';

/** How long whoever asks waits for a store, in milliseconds. */
const PATIENCE_MS = 2_000;

/**
 * Looks whether a store answers in time. A look that never ends is not joined by another: whoever asks meanwhile waits for the same one.
 *
 * @param silenceMs for so long one that answered before, and does not now, still counts as one that does
 */
function lookAt(
  ask: () => Promise<unknown>,
  onFailure: (error: unknown) => void,
  silenceMs: number,
): () => Promise<boolean> {
  let underWay: Promise<boolean> | undefined;
  let began = 0;
  let isWell = true;
  return async () => {
    if (!underWay) began = performance.now();
    underWay ??= ask()
      .then(
        () => true,
        (error: unknown) => {
          // Whoever looks every two seconds is to fill no log.
          if (isWell) onFailure(error);
          return false;
        },
      )
      .then((answers) => {
        isWell = answers;
        return answers;
      })
      .finally(() => {
        underWay = undefined;
      });
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(isWell && performance.now() - began < silenceMs), PATIENCE_MS);
    });
    return Promise.race([underWay, tooLate]).finally(() => clearTimeout(timer));
  };
}

/**
 * Looks which of the two stores answer what every question asks of them.
 *
 * @param log hears why one does not, when it begins to
 * @param silenceMs for so long a store may be silent, and still counts as one that answers
 */
export function storesThatAnswer(
  { records, accounts }: Pick<Services, 'records' | 'accounts'>,
  { log, silenceMs = 0 }: { log?: FastifyBaseLogger; silenceMs?: number } = {},
): () => Promise<{ records: boolean; accounts: boolean }> {
  const tell = (store: string) => async (error: unknown) => {
    const told = await explained(error);
    const why = told instanceof OperatorError ? [told.message, ...told.details].join(' ') : String(told);
    log?.error({ store, why }, 'a store does not answer');
  };
  const [lookAtRecords, lookAtAccounts] = [
    lookAt(() => records.store.answers(), tell('records'), silenceMs),
    lookAt(() => accounts.store.answers(), tell('accounts'), silenceMs),
  ];
  return async () => {
    const [records, accounts] = await Promise.all([lookAtRecords(), lookAtAccounts()]);
    return { records, accounts };
  };
}
