/**
 * Neither the time of an answer nor its words tell whether an address has an account. That the work before each answer is the
 * same to the statement is counted in `packages/accounts/src/address-secrecy.process.test.ts`; here is what a stranger sees.
 */
import type { PortalClient } from '@tidewaiter/contract';
import { answerToWork } from '@tidewaiter/testing/proof';
import { beforeAll, expect, it } from 'vitest';
import { sharedPortal } from '../../testing/shared-portal.js';

// Whoever can be written to is: as much is done in the background as there can be.
const portal = sharedPortal({ SIGN_UP_VERIFICATION: 'mail', OPERATOR_EMAIL: 'operator@example.com' });
let client: PortalClient;
/** Addresses of every kind, by what a stranger would like to know of them. */
let addresses: Map<string, () => string>;

let made = 0;
const PERSON = { firstname: 'Eva', lastname: 'Tide', mobile: '+31201234567' };

beforeAll(async () => {
  const { users, subUsers, signUps, mailer } = portal.services.accounts;
  const [known, disabled] = [await portal.signIn(), await portal.signIn()];
  client = known.client;
  await users.setDisabled(await users.ofAddress(disabled.email), true);
  const [waiting, invited] = ['waiting@example.com', 'invited@example.com'];
  await signUps.take({ ...PERSON, email: waiting, companyName: 'Acme' });
  await subUsers.create(await users.ofAddress(known.email), { ...PERSON, email: invited, downloadLimit: 0 });
  await mailer.idle();
  addresses = new Map([
    [
      'no account',
      () => {
        made += 1;
        return `never-seen-${made}@example.com`;
      },
    ],
    ['an account', () => known.email],
    ['a disabled account', () => disabled.email],
    ['an account that waits', () => waiting],
    ['an invitation', () => invited],
  ]);
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

/** What a stranger may ask about an address: each makes ready, and returns the call that is timed. */
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

const ROUNDS = 12;

/** A password hash costs five times as much as an answer without one. Less than that is counted, not timed (see above). */
const AS_MUCH = 2;

/** What a call costs where nothing else of the process runs beside it; a hash that is made is in every one of them. */
const least = (costs: readonly number[] = []) => Math.min(...costs);

it.each(Object.entries(ASKED))('%s costs as much and says the same for every address', async (_, ask) => {
  const kinds = [...addresses];
  const costs = new Map(kinds.map(([kind]) => [kind, [] as number[]]));
  const said = new Set<string>();
  // Round after round, each beginning with another kind, so that whatever else the machine does falls on all of them.
  for (let round = 0; round < ROUNDS; round += 1) {
    const first = round % kinds.length;
    for (const [kind, address] of [...kinds.slice(first), ...kinds.slice(0, first)]) {
      const call = await ask(address());
      // The processor's time, not the clock's: other processes take no part in it.
      const before = process.cpuUsage();
      said.add(await words(call()));
      const { user, system } = process.cpuUsage(before);
      costs.get(kind)?.push((user + system) / 1000);
      await portal.services.accounts.mailer.idle();
    }
  }
  expect([...said]).toHaveLength(1);
  const shown = kinds.map(([kind]) => [kind, least(costs.get(kind))] as const);
  const milliseconds = shown.map(([, cost]) => cost);
  expect(Math.max(...milliseconds) / Math.min(...milliseconds), JSON.stringify(shown)).toBeLessThan(AS_MUCH);
});
