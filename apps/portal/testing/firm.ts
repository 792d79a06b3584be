/** A portal at which people sign in with their firm, at a real provider in this process: each test has an account and a domain of its own. */
import { databaseOf } from '@tidewaiter/accounts/database';
import { createClient, type Endpoints, type PortalClient, type SignedIn } from '@tidewaiter/contract';
import { consent, FIRM_CLIENT, startFirm, type TestProvider } from '@tidewaiter/testing/provider';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { failure } from './calls.js';
import type { SignedInAccount } from './portal.js';
import { sharedPortal } from './shared-portal.js';

export const PUBLIC_URL = 'http://localhost:3000';
const REDIRECT = `${PUBLIC_URL}/sign-on`;

/** How one test's account is reached. */
interface FirmTest {
  firm: TestProvider;
  owner: SignedInAccount;
  domain: string;
}

/** Around the tests of a file. */
export function firmPortal() {
  const portal = sharedPortal({ PUBLIC_URL, RATE_LIMITS: 'on' });
  const people: Record<string, Record<string, unknown>> = {};
  const test = {} as FirmTest;
  let tests = 0;
  beforeAll(async () => {
    test.firm = await startFirm(people, PUBLIC_URL);
  });
  afterAll(() => test.firm.close());
  beforeEach(async () => {
    tests += 1;
    test.domain = `firm-${tests}.example`;
    for (const name of Object.keys(people)) delete people[name];
    knows('ada', {});
    test.owner = await portal.signIn();
  });

  /** The provider knows somebody. */
  function knows(name: string, claims: Record<string, unknown>): void {
    people[name] = {
      ...{ email: `${name}@${test.domain}`, email_verified: true, given_name: 'Ada', family_name: 'Loomis' },
      ...claims,
    };
  }

  async function ownerRow() {
    return (await portal.services.accounts.people.users.findById(test.owner.person.userid)) ?? expect.fail();
  }

  /** Of the test's account, or for null of the installation. */
  async function setUp(changes: Record<string, unknown> = {}, owner?: null): Promise<void> {
    await portal.services.accounts.access.signOns.set(owner === undefined ? await ownerRow() : owner, {
      ...{ issuer: test.firm.issuer, ...FIRM_CLIENT, domains: owner === null ? [] : [test.domain] },
      ...{ enforced: false, group: undefined, trustsAddresses: false, ...changes },
    });
  }

  /** A browser keeps cookies. */
  class Browser {
    readonly cookies = new Map<string, string>();
    token: string | null = null;
    readonly client: PortalClient = createClient<Endpoints>({
      baseUrl: portal.url,
      credential: portal.config.clientCredential,
      token: () => this.token,
      fetch: async (input, init) => {
        const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const response = await fetch(input, { ...init, headers: { ...(init?.headers as object), cookie } });
        for (const line of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          if (value) this.cookies.set(name, value);
          else this.cookies.delete(name);
        }
        return response;
      },
    });

    /** Goes to the provider and comes back. @returns the query of the address that it comes back to */
    async comeBack(name = 'ada', more: { fresh?: boolean } = {}): Promise<string> {
      const { url } = await this.client.beginSignOn({ email: `${name}@${test.domain}`, ...more });
      return String(await consent(new URL(url), REDIRECT, name));
    }

    async signIn(name = 'ada', more: { fresh?: boolean } = {}): Promise<SignedIn> {
      const signedIn = await this.client.loginByFirm({ answer: await this.comeBack(name, more) });
      this.token = signedIn.token;
      return signedIn;
    }
  }

  const audited = async (): Promise<string[]> =>
    (await portal.services.accounts.audit.latest(20)).map(({ event }) => event);

  /** Writes over what the accounts know. */
  const execute = (statement: string): Promise<unknown> => databaseOf(portal.services.accounts).execute(statement);

  return { portal, test, knows, ownerRow, setUp, audited, execute, Browser };
}

export const refusal = async (promise: Promise<unknown>) => {
  const { code, message } = await failure(promise);
  return { code, message };
};
export const refusedWith = (words: string) => ({ code: 'SIGN_ON_REFUSED', message: expect.stringContaining(words) });
