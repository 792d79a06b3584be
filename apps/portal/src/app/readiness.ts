import type { Services } from './services.js';

/** How long a store may take to answer before the portal counts as not ready, in milliseconds. */
const PATIENCE_MS = 2_000;

/** Looks whether a store answers in time. A look that never ends is not joined by another: whoever asks meanwhile waits for the same one. */
function lookAt(ask: () => Promise<unknown>): () => Promise<boolean> {
  let underWay: Promise<boolean> | undefined;
  return async () => {
    underWay ??= ask()
      .then(
        () => true,
        () => false,
      )
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

/** Looks which of the two stores answer. */
export function storesThatAnswer({
  records,
  accounts,
}: Pick<Services, 'records' | 'accounts'>): () => Promise<{ records: boolean; accounts: boolean }> {
  const [lookAtRecords, lookAtAccounts] = [
    lookAt(() => records.store.identity()),
    lookAt(() => accounts.store.answers()),
  ];
  return async () => {
    const [records, accounts] = await Promise.all([lookAtRecords(), lookAtAccounts()]);
    return { records, accounts };
  };
}
