/** Writes to people what their watches found, when they are to be written to. */
import type { User } from '@tidewaiter/accounts';
import { PortalError } from '@tidewaiter/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { Services } from '../app/services.js';
import { digestMessage } from './message.js';

/** How often a portal looks to whom a message is due, in milliseconds. */
const LOOKED_EVERY_MS = 60_000;

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

export function writeRegularly(services: Services, publicUrl: string, log: FastifyBaseLogger): { stop(): void } {
  const timer = setInterval(
    () =>
      void writeDue(services, publicUrl).catch((error: unknown) =>
        log.error({ err: error }, 'messages of watches were not written'),
      ),
    LOOKED_EVERY_MS,
  );
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
