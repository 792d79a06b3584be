/** Writes to people what their watches found, when they are to be written to. */
import type { User } from '@tidewaiter/accounts';
import { PortalError } from '@tidewaiter/contract';
import type { Services } from '../app/services.js';
import { digestMessage } from './message.js';

/** Writes all messages that are due: each once, whichever portal looks first. */
export async function writeDue({ accounts }: Pick<Services, 'accounts'>, publicUrl: string): Promise<void> {
  const failures: unknown[] = [];
  for (const user of await accounts.watchMail.due()) {
    // One who cannot be written to holds up nobody behind them.
    await writeTo(user, accounts, publicUrl).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

async function writeTo(user: User, accounts: Services['accounts'], publicUrl: string): Promise<void> {
  const access = await accounts.subscriptions.dataAccess(user).catch((error: unknown) => {
    if (error instanceof PortalError && error.code === 'NO_SUBSCRIPTION') return null;
    throw error;
  });
  const mayBeWritten = user.disabledAt === null && access !== null;
  await accounts.watchMail.write(user, mayBeWritten ? access : null, (digest) => digestMessage(digest, publicUrl));
}
