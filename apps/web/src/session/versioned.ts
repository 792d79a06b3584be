import { createClient, type PortalClient } from '@tidewaiter/contract';
import { CLIENT_OPTIONS, withinSession } from './client.js';

/** An answer, with the data version that it is of. */
export type Versioned<Answer> = Answer & { dataVersion?: string };

/** Asks the portal, and keeps which data version answered: these answers say it beside themselves. */
export async function versioned<Answer extends object>(
  ask: (client: PortalClient) => Promise<Answer>,
): Promise<Versioned<Answer>> {
  let version: string | null = null;
  const client = createClient({
    ...CLIENT_OPTIONS,
    fetch: async (...call) => {
      const response = await CLIENT_OPTIONS.fetch(...call);
      version = response.headers.get('x-data-version');
      return response;
    },
  });
  const answer = await ask(withinSession(client));
  return version === null ? answer : { ...answer, dataVersion: version };
}
