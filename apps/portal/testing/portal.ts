import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type PortalClient, type SignedIn } from '@tidewaiter/contract';
import { Loader } from '@tidewaiter/loader';
import { openRecords } from '@tidewaiter/records';
import { appCode } from '@tidewaiter/testing/authenticator';
import { copyFolder, goldenFolder } from '@tidewaiter/testing/golden-folder';
import { linkTokens, outbox } from '@tidewaiter/testing/outbox';
import { fixture } from '@tidewaiter/testing/records';
import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import { type Config, readConfig } from '../src/app/config.js';
import { openServices, type Services } from '../src/app/services.js';
import { createServer } from '../src/http/server.js';

export const KOREAN_FIXTURE = fixture('kr-import-small.csv');

export interface SignedInAccount {
  client: PortalClient;
  person: SignedIn;
  email: string;
  password: string;
}

/** What an account has left. */
export const subscription = async ({ client, person }: Pick<SignedInAccount, 'client' | 'person'>) =>
  (await client.activeSubscriptions({ userId: person.userid })).userSubscriptionList[0];

export const searchesLeft = async (account: Parameters<typeof subscription>[0]) =>
  (await subscription(account))?.queryPerDay ?? 0;

/** Somebody as the accounts know them. */
export const userOf = async ({ services }: TestPortal, { person }: Pick<SignedInAccount, 'person'>) =>
  (await services.accounts.people.users.findById(person.userid)) ?? expect.fail('there is no such person');

/** Has an account see something else from now on. */
export const entitle = (
  { services }: TestPortal,
  { person }: SignedInAccount,
  access: Omit<Parameters<Services['accounts']['plans']['subscriptions']['subscribe']>[1], 'plan'> & { plan?: string },
) => services.accounts.plans.subscriptions.subscribe(person.userid, { plan: 'Operator', ...access });

/** Gives somebody an app as their second factor. */
export async function addApp({ client }: Pick<SignedInAccount, 'client'>): Promise<string> {
  const { challengeId, secret } = await client.beginApp({});
  await client.addApp({ challengeId, code: appCode(secret), name: 'Phone' });
  return secret;
}

/** What a sub-user in a test chooses. */
const SUB_USERS_PASSWORD = 'correct ferry window 42';

export interface TestPortal {
  services: Services;
  app: FastifyInstance;
  /** Where it listens, on loopback. */
  url: string;
  config: Config;
  /** A client that speaks with a session's token. */
  clientOf(token: () => string | null): PortalClient;
  /** A new account that is signed in, and a client that speaks for it. */
  signIn(countries?: string[] | null, plan?: string): Promise<SignedInAccount>;
  /** A new sub-user of it, signed in too. */
  signInSubUser(owner: SignedInAccount): Promise<SignedInAccount>;
  close(): Promise<void>;
}

/** Puts the records of the hand-made Korean file into a data folder, as loading it there leaves them. */
async function putKoreanRecords(dataFolder: string): Promise<void> {
  const from = await goldenFolder('korean', async (folder) => {
    const records = await openRecords(folder);
    await new Loader(records).load({ files: [{ path: KOREAN_FIXTURE }] });
    await records.close();
  });
  await copyFolder(from, dataFolder);
}

/** A real portal over a data folder of its own, with the hand-made Korean file loaded. */
export async function startPortal(environment: NodeJS.ProcessEnv = {}): Promise<TestPortal> {
  // What a worker ends with goes with the folder of the run.
  const dataFolder = await mkdtemp(join(process.env.TIDEWAITER_TEST_RUN ?? tmpdir(), 'tidewaiter-portal-'));
  const embedded = environment.CLICKHOUSE_URL === undefined;
  if (embedded) await putKoreanRecords(dataFolder);
  const usual = { TIDEWAITER_DATA_DIR: dataFolder, LOG_LEVEL: 'silent', RATE_LIMITS: 'off', CAPTCHA_WORK: '4' };
  const config = readConfig({ ...usual, ...environment }, tmpdir());
  const services = await openServices(config, 'test');
  if (!embedded) await new Loader(services.records).load({ files: [{ path: KOREAN_FIXTURE }] });
  const app = await createServer(services, config);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const clientOf = (token: () => string | null) =>
    createClient({ baseUrl: url, credential: config.clientCredential, token });
  const signedIn = async (email: string, password: string): Promise<SignedInAccount> => {
    let token: string | null = null;
    const client = clientOf(() => token);
    const person = await client.login({ email, password });
    token = person.token;
    return { client, person, email, password };
  };
  const newAddress = () => `person-${Math.random().toString(36).slice(2)}@example.com`;
  return {
    ...{ services, app, url, config, clientOf },
    async signIn(countries, plan = 'Operator') {
      const person = { email: newAddress(), firstname: 'Ada', lastname: 'Bay', companyName: 'Acme' };
      const { user, password } = await services.accounts.people.newAccounts.create({ ...person, plan, countries });
      return signedIn(user.email, password);
    },
    async signInSubUser(owner) {
      const email = newAddress();
      const person = { email, firstname: 'Eva', lastname: 'Bay', mobile: '+31201234567' };
      await owner.client.createSubUser({ ...person, downloadLimit: 10 });
      await services.accounts.mailer.idle();
      const token = linkTokens(await outbox(dataFolder, email))[0] ?? '';
      await services.accounts.access.passwords.set(token, SUB_USERS_PASSWORD, '127.0.0.1');
      return signedIn(email, SUB_USERS_PASSWORD);
    },
    async close() {
      await app.close();
      await services.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
