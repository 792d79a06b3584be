import { setTimeout as sleep } from 'node:timers/promises';
import { login, type SignedIn } from '@tidewaiter/contract';
import { CLIENT, type Person } from '../src/accounts.js';
import { answerOf } from '../src/captcha.js';

type Query = Record<string, string | number>;

interface Asked {
  query?: Query;
  body?: unknown;
  /** In the place of the credential and the token. */
  headers?: Record<string, string>;
}

/** An answer of the portal. Points say what they expect of its body; nothing is known of it before. */
export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the paths and names are those of the specification, not the contract's types
  body: any;
  headers: Headers;
}

/** Calls a portal by the paths that the specification prints: the contract's client would ask whatever the contract says. */
export class Caller {
  private constructor(
    private readonly url: string,
    readonly user: SignedIn,
  ) {}

  static async signIn(url: string, { email, password }: Person): Promise<Caller> {
    const { body } = await call(url, { authorization: CLIENT }, 'POST', login.path, { body: { email, password } });
    return new Caller(url, login.response.parse(body));
  }

  get(path: string, query: Query = {}): Promise<Answer> {
    return this.ask('GET', path, { query });
  }

  post(path: string, body: unknown = {}): Promise<Answer> {
    return this.ask('POST', path, { body });
  }

  put(path: string, asked: Asked): Promise<Answer> {
    return this.ask('PUT', path, asked);
  }

  ask(method: string, path: string, asked: Asked): Promise<Answer> {
    return call(this.url, { authorization: CLIENT, accessedby: this.user.token }, method, path, asked);
  }
}

/** A call of somebody who has no session. */
export const callWithout = (url: string, method: string, path: string, asked: Asked = {}) =>
  call(url, { authorization: CLIENT }, method, path, asked);

/** Signs somebody up by the payload that the specification prints, and the captcha in words. */
export async function signUp(url: string, email: string): Promise<Answer> {
  const { body: captcha } = await callWithout(url, 'POST', '/user-management/captcha', { body: { inWords: true } });
  await sleep(captcha.waitSeconds * 1000 + 200);
  return callWithout(url, 'POST', '/user-management/user', {
    body: {
      ...{ firstname: 'First', lastname: 'Last', email, mobile: '+49 30 1234567', company_name: 'Company' },
      ...{ user_type: 'USER', subscription_id: 1, termsAccepted: true },
      ...{ captchaId: captcha.captchaId, captcha: answerOf(captcha.question) },
    },
  });
}

async function call(
  url: string,
  own: Record<string, string>,
  method: string,
  path: string,
  { query = {}, body, headers = own }: Asked,
): Promise<Answer> {
  const sent: RequestInit = { method, headers: { ...headers } };
  if (body !== undefined) {
    sent.body = JSON.stringify(body);
    sent.headers = { ...headers, 'content-type': 'application/json' };
  }
  const parts = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  const answer = await fetch(`${url}${path}${parts.size > 0 ? `?${parts}` : ''}`, sent);
  return { status: answer.status, body: await answer.json(), headers: answer.headers };
}

/** The subscription of whom a caller is signed in as. */
export async function subscriptionOf(caller: Caller) {
  const { body } = await caller.get('/user-management/user-subscription/activelist', { userId: caller.user.userid });
  return body.userSubscriptionList[0];
}
