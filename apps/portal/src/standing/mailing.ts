/** Writes to people what was found for them, when they are to be written to. */
import type { User } from '@tidewaiter/accounts';
import { PortalError } from '@tidewaiter/contract';
import type { Services } from '../app/services.js';
import { toldFindings } from '../told/findings.js';
import { digestMessage } from './message.js';

/** Has messages say what their person may be told when they are sent. */
export function writeAsSeen(services: Pick<Services, 'accounts' | 'records'>, publicUrl: string): void {
  services.accounts.following.digests.writtenBy(async ({ found, withdrawn, ...digest }, signal) => {
    const [news, gone] = [
      await toldFindings(services, digest.user, found, signal),
      await toldFindings(services, digest.user, withdrawn, signal),
    ];
    const seen = news.filter(({ finding }) => finding.signal !== 'GONE');
    if (seen.length + gone.length === 0) return undefined;
    return digestMessage({ ...digest, found: seen, withdrawn: gone }, publicUrl);
  });
}

/** Asks for all messages that are due: each once, whichever portal looks first. */
export async function writeDue({ accounts }: Pick<Services, 'accounts'>): Promise<void> {
  const failures: unknown[] = [];
  for (const user of await accounts.following.digests.due()) {
    // One who cannot be written to holds up nobody behind them.
    await writeTo(user, accounts).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

async function writeTo(user: User, accounts: Services['accounts']): Promise<void> {
  const access = await accounts.plans.subscriptions.dataAccess(user).catch((error: unknown) => {
    if (error instanceof PortalError && error.code === 'NO_SUBSCRIPTION') return null;
    throw error;
  });
  const mayBeWritten = user.disabledAt === null && access !== null;
  await accounts.following.digests.write(user, mayBeWritten ? access : null);
}
