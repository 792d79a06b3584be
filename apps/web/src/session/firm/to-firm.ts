import { client } from '../client.js';
import { tabStorage } from '../storage.js';

/** The address that somebody was heading for is kept in this tab while they are at their firm's provider. */
const HEADING_FOR = 'tidewaiter.headingFor';

/** Sends the browser to the provider of a person's firm, which sends it back to `/sign-on`. */
export async function goToFirm(
  asked: { email: string; keepLoggedIn?: boolean; fresh?: boolean },
  from: unknown,
): Promise<void> {
  const { url } = await client.beginSignOn(asked);
  if (typeof from === 'string') tabStorage.setItem(HEADING_FOR, from);
  else tabStorage.removeItem(HEADING_FOR);
  window.location.assign(url);
}

/** Where they were heading, as it was read. */
export const headingFor = (): unknown => tabStorage.getItem(HEADING_FOR) ?? undefined;
