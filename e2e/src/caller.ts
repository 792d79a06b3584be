import { setTimeout as sleep } from 'node:timers/promises';
import { login, type SignedIn } from '@tidewaiter/contract';
import { CLIENT, mailed, PASSWORD, type Person } from './accounts.js';
import { answerOf } from './captcha.js';
import type { Portal } from './portal.js';

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

/** The subscription of somebody, by default of whom a caller is signed in as. */
export async function subscriptionOf(caller: Caller, userId = caller.user.userid) {
  const { body } = await caller.get('/user-management/user-subscription/activelist', { userId });
  return body.userSubscriptionList[0];
}

/** Sets a first or another password by the token that was mailed. */
export const setPassword = (portal: Portal, token: string) =>
  callWithout(portal.url, 'PUT', '/user-management/password', {
    body: { token, password: PASSWORD, confirmPassword: PASSWORD },
  });

/** A new sub-user of an owner, signed in. */
export async function subUserOf(owner: Caller, portal: Portal, downloadLimit: number): Promise<Caller> {
  const email = `sub.${owner.user.userid}@company.example`;
  const person = { firstname: 'Sub', lastname: 'User', email, mobile: '030 7654321', downloadLimit };
  await owner.post('/user-management/user/subuser', person);
  await setPassword(portal, await mailed(portal, email, /\/reset#token=(\S+)/));
  return Caller.signIn(portal.url, { email, password: PASSWORD });
}

/** Saves a question in a new workspace. */
export async function saveSearch(caller: Caller, query: object, workspace = 'Fabrics', name = 'Cotton') {
  const { body: workspaceId } = await caller.post('/activity-management/workspace', {
    name: workspace,
    is_active: 'Y',
  });
  const { body: found } = await caller.post('/search-management/search', query);
  const save = {
    ...{ workspace_id: workspaceId, search_id: found.searchId, name, description: `About ${name.toLowerCase()}` },
    is_active: 'Y',
  };
  const { body: saved } = await caller.post('/activity-management/workspace/savesearch', save);
  return { workspaceId, searchId: found.searchId, id: saved.id, save };
}
