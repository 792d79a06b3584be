import type { OpenedSession } from '@tidewaiter/accounts';
import type { SignedIn } from '@tidewaiter/contract';
import { browserSecret, restoreSecretOf, setBrowserSecret, setRestoreCookie } from './cookies.js';
import { deviceOf } from './device.js';
import type { Call } from './handler.js';

/** What the accounts are to know of how somebody comes in. */
interface ComingIn {
  address: string;
  device: string | null;
  restoreSecret: string | undefined;
}

/** Opens a session in this browser, which is known from now on, and ends the one that it had. */
export async function enter(
  { services, http }: Pick<Call<'login' | 'loginByPasskey' | 'loginByFirm'>, 'services' | 'http'>,
  open: (how: ComingIn) => Promise<OpenedSession>,
): Promise<SignedIn> {
  const { ip: address, headers } = http.request;
  const device = deviceOf(headers['user-agent']);
  const opened = await open({ address, device, restoreSecret: restoreSecretOf(http.request) });
  const browser = browserSecret(http.request);
  const known = await services.accounts.access.knownBrowsers.remember(opened.signedIn.userid, browser);
  setRestoreCookie(http.reply, opened);
  setBrowserSecret(http.reply, known);
  return opened.signedIn;
}
