import { OperatorError } from '@tidewaiter/contract';
import type { FastifyBaseLogger } from 'fastify';
import { explained } from './failures.js';
import type { Services } from './services.js';

/** How long a store may take to answer before the portal counts as not ready, in milliseconds. */
const PATIENCE_MS = 2_000;

/** Looks whether a store answers in time. A look that never ends is not joined by another: whoever asks meanwhile waits for the same one. */
function lookAt(ask: () => Promise<unknown>, onFailure: (error: unknown) => void): () => Promise<boolean> {
  let underWay: Promise<boolean> | undefined;
  let isWell = true;
  return async () => {
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
      timer = setTimeout(() => resolve(false), PATIENCE_MS);
    });
    return Promise.race([underWay, tooLate]).finally(() => clearTimeout(timer));
  };
}

/**
 * Looks which of the two stores answer what every question asks of them.
 *
 * @param log hears why one does not, when it begins to
 */
export function storesThatAnswer(
  { records, accounts }: Pick<Services, 'records' | 'accounts'>,
  log?: FastifyBaseLogger,
): () => Promise<{ records: boolean; accounts: boolean }> {
  const tell = (store: string) => async (error: unknown) => {
    const told = await explained(error);
    const why = told instanceof OperatorError ? [told.message, ...told.details].join(' ') : String(told);
    log?.error({ store, why }, 'a store does not answer');
  };
  const [lookAtRecords, lookAtAccounts] = [
    lookAt(() => records.store.answers(), tell('records')),
    lookAt(() => accounts.store.answers(), tell('accounts')),
  ];
  return async () => {
    const [records, accounts] = await Promise.all([lookAtRecords(), lookAtAccounts()]);
    return { records, accounts };
  };
}
