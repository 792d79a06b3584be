/**
 * The words of an answer do not tell whether an address has an account. That the work before each answer is the same, to the
 * statement and the password hash, is counted in `packages/accounts/src/address-secrecy.process.test.ts`.
 */
import type { PortalClient } from '@tidewaiter/contract';
import { answerToWork } from '@tidewaiter/testing/proof';
import { beforeAll, expect, it } from 'vitest';
import { sharedPortal } from '../../testing/shared-portal.js';

// Whoever can be written to is: as much is done in the background as there can be.
const portal = sharedPortal({ SIGN_UP_VERIFICATION: 'mail', OPERATOR_EMAIL: 'operator@example.com' });
let client: PortalClient;
/** Of who has an account, a disabled one, one that waits or an invitation. */
let addresses: string[];

const PERSON = { firstname: 'Eva', lastname: 'Tide', mobile: '+31201234567' };

beforeAll(async () => {
  const {
    people: { users, subUsers, signUps },
    mailer,
  } = portal.services.accounts;
  const [known, disabled] = [await portal.signIn(), await portal.signIn()];
  client = known.client;
  await users.setDisabled(await users.ofAddress(disabled.email), true);
  const [waiting, invited] = ['waiting@example.com', 'invited@example.com'];
  await signUps.take({ ...PERSON, email: waiting, companyName: 'Acme' });
  await subUsers.create(await users.ofAddress(known.email), { ...PERSON, email: invited, downloadLimit: 0 });
  await mailer.idle();
  addresses = [known.email, disabled.email, waiting, invited];
});

const words = (call: Promise<object>) =>
  call.then(
    // The id of a request is random.
    (answer) => JSON.stringify({ ...answer, requestId: undefined }),
    (error: unknown) => String(error),
  );

async function signUp(email: string, answer: typeof answerToWork) {
  const { captchaId, challenge } = await client.captcha({});
  const captcha = await answer(challenge);
  const request = { ...PERSON, email, company_name: 'Acme', termsAccepted: true as const };
  return () => client.signUp({ ...request, captchaId, captcha });
}

/** What a stranger may ask about an address: each makes ready, and returns the call. */
const ASKED: Record<string, (email: string) => Promise<() => Promise<object>>> = {
  'a sign-up': (email) => signUp(email, answerToWork),
  'a sign-up with a wrong captcha': (email) => signUp(email, async () => '-'),
  'a sign-in with a wrong password': async (email) => () => client.login({ email, password: 'wrong' }),
  'a forgotten password': async (email) => () => client.forgotPassword({ userEmail: email }),
  'a wrong one-time password': async (email) => {
    const { requestId } = await client.forgotPassword({ userEmail: email });
    await portal.services.accounts.mailer.idle();
    return () => client.verifyOtp({ requestId, otp: '-' });
  },
};

it.each(Object.entries(ASKED))('%s is answered in the same words for every address', async (what, ask) => {
  const said = new Set<string>();
  const unknown = `never-seen-${what.replaceAll(' ', '-')}@example.com`;
  for (const address of [...addresses, unknown]) said.add(await words((await ask(address))()));
  expect([...said]).toHaveLength(1);
});
