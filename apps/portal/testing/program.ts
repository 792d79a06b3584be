import { KEY_SCOPES, type KeyScope } from '@tidewaiter/contract';
import { API_CALLS, type ApiCallName } from '@tidewaiter/contract/api';
import type { Meta } from '../src/http/api/meta.js';
import { type SignedInAccount, type TestPortal, userOf } from './portal.js';

/** What a program is answered: its data with what is told beside it, or a problem. */
interface Answered {
  status: number;
  headers: Headers;
  data: ReturnType<JSON['parse']>;
  meta: Meta;
  problem: { code: string; detail: string; errors?: { pointer: string; detail: string }[]; retry_after?: number };
}

/** The question of `payload`, as a program asks it. */
export const QUESTION = {
  ...{ trade: 'import', countries: ['KOR'], from: '2020-01-01', to: '2020-12-31' },
  where: [{ field: 'hs_code', values: ['8517', '0901', '6907'] }],
};

/** The same, as agents ask it. */
export const ASKED = {
  ...{ tradeType: 'IMPORT', countryCode: ['KOR'], fromDate: '2020-01-01', toDate: '2020-12-31' },
  line: 'hs:(8517 OR 0901 OR 6907)',
};

export interface TestProgram {
  key: string;
  call(
    name: ApiCallName,
    request?: object,
    more?: { params?: Record<string, string>; headers?: Record<string, string> },
  ): Promise<Answered>;
}

/** A program that has a key of somebody. */
export async function programFor(
  portal: TestPortal,
  account: SignedInAccount,
  scopes: readonly KeyScope[] = KEY_SCOPES,
): Promise<TestProgram & { id: string }> {
  const user = await userOf(portal, account);
  const made = await portal.services.accounts.access.apiKeys.create(
    user,
    { name: 'Test', scopes, expiresOn: null },
    { actorId: user.id },
  );
  return { ...programWith(portal.url, made.text), id: made.key.id };
}

export const programWith = (url: string, key: string): TestProgram => ({
  key,
  async call(name, request = {}, { params = {}, headers = {} } = {}) {
    const { method, path } = API_CALLS[name];
    const inQuery = method === 'GET' || method === 'DELETE';
    const at = path.replace(/\{(\w+)\}/g, (_, one: string) => encodeURIComponent(params[one] ?? ''));
    const query = inQuery ? `?${new URLSearchParams(request as Record<string, string>)}` : '';
    const response = await fetch(`${url}/api/v1${at}${query}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(!inQuery && { 'content-type': 'application/json' }), ...headers },
      ...(!inQuery && { body: JSON.stringify(request) }),
    });
    const text = await response.text();
    const body = text === '' ? {} : JSON.parse(text);
    return { status: response.status, headers: response.headers, data: body.data, meta: body.meta, problem: body };
  },
});
