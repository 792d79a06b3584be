/**
 * Every text that every call of the search family takes, and every call that saves one, attacked: it is bound and answered, or
 * refused in the contract's form.
 * The fields are read off the contract.
 */
import { ENDPOINTS, type Endpoint, ERRORS, type ErrorCode, LIMITS } from '@tidewaiter/contract';
import { drawn } from '@tidewaiter/testing/generated';
import { HOSTILE, OTHER_TYPES, planted, type TextField, textFields, UNTEXT } from '@tidewaiter/testing/hostile';
import { type LargestRequest, largestRequests, worstRequest } from '@tidewaiter/testing/largest-requests';
import { CALLS, type NamedCall } from '@tidewaiter/testing/named-calls';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { payload, raw } from '../../testing/calls.js';
import { searchesLeft } from '../../testing/portal.js';
import { saveSearch } from '../../testing/saving.js';
import { sharedPortal } from '../../testing/shared-portal.js';

const portal = sharedPortal();
let token: string;
beforeAll(async () => {
  token = (await portal.signIn()).person.token;
});

const SEARCHES = CALLS.filter(({ path }) => path.startsWith('/search-management/'));
// `countAgain` asks no question: it names searches, and stands with the calls that know them by their ids.
const POSTED = SEARCHES.filter(({ method, name }) => method === 'POST' && name !== 'countAgain');

const row = { relation: 'OR', searchBy: 'PRODUCT', matchType: 'C', searchValue: ['steel'] };

/** A request that each posted call answers, with a condition in text so that every value is read. */
function valid({ name }: NamedCall): object {
  const { fromDate, toDate, countryCode, tradeType } = payload();
  const text = { searchBy: 'IMPORTER', matchType: 'L' };
  if (name === 'suggestionList') return { tradeType, fromDate, toDate, countryCode, ...text, searchValue: 'acme' };
  const asked = { ...payload(), ...text, searchValue: ['acme'], queryBuilder: [row] };
  if (name === 'topLists') return { ...asked, lists: { importers: 5 } };
  if (name === 'readRecords' || name === 'readingCost') return { query: asked };
  return name === 'listDistinctColumnValue' ? { ...asked, columnName: 'incoterm' } : asked;
}

async function send({ path, method }: Endpoint, body: unknown, answered: ReadonlySet<number> = new Set([200])) {
  const { status, body: answer } = await raw(portal, path, {
    method,
    body: JSON.stringify(body),
    headers: { accessedby: token, 'content-type': 'application/json' },
  });
  const sent = `${path} ${JSON.stringify(body).slice(0, 300)}`;
  if (!answered.has(status)) {
    const code = answer.errorCode as ErrorCode;
    expect(ERRORS, sent).toHaveProperty(code);
    expect(status, sent).toBe(ERRORS[code].status);
    expect(status, sent).toBeLessThan(500);
    expect(answer.errorMsg, sent).not.toBe('');
  }
  return { status, answer };
}

/** Of a call's fields, so many are attacked in a run. */
const FIELDS = 4;

/** Of all texts, so many are planted in each field of what is saved. */
const SAVED_TEXTS = 15;

/** As many texts as a search takes at once, less the one that is there. */
const SEVERAL = LIMITS.searchValues - 1;

/** Calls that share a request schema share all that happens to it; one of them is attacked field by field. */
const ATTACKED = [...new Map(POSTED.map((call): [z.ZodType, NamedCall] => [call.request, call])).values()];

describe.each(ATTACKED.map((call): [string, NamedCall] => [call.name, call]))('%s', (_, call) => {
  it('answers what it is attacked with', async () => {
    expect((await send(call, valid(call))).status).toBe(200);
  });

  it('binds hostile texts in every field', async () => {
    let answered = 0;
    const fields = textFields(call.request);
    const lists = new Set(fields.filter(({ list }) => list).map(({ path }) => path.join('.')));
    // A field that takes a list or one text makes a list of it.
    const attacked = fields.filter((field) => field.list || !lists.has(field.path.join('.')));
    // Days, names of a fixed set and ids of what is not there refuse all of it; of the fields that take any text there is always one.
    const takesText = ({ path, list }: TextField) =>
      !/Id$/.test(String(path.at(-1))) &&
      call.request.safeParse(planted(valid(call), path, list ? ['steel'] : 'steel')).success;
    const open = drawn(attacked.filter(takesText), 1);
    for (const { path, list } of [...open, ...drawn(attacked, FIELDS - open.length)]) {
      // Several at once where a list takes them; where one is refused, each by itself.
      for (let from = 0; from < HOSTILE.length; from += SEVERAL) {
        const texts = HOSTILE.slice(from, from + SEVERAL);
        const together = list ? await send(call, planted(valid(call), path, texts)) : undefined;
        if (together?.status === 200) {
          answered += texts.length;
          continue;
        }
        for (const text of texts) {
          const { status } = await send(call, planted(valid(call), path, list ? [text] : text));
          if (status === 200) answered += 1;
        }
      }
    }
    // Every text that the contract lets into such a field is answered.
    const lets = open.flatMap(({ path, list }) =>
      HOSTILE.filter((text) => call.request.safeParse(planted(valid(call), path, list ? [text] : text)).success),
    );
    expect(lets.length).toBeGreaterThan(0);
    expect(answered).toBeGreaterThanOrEqual(lets.length);
  });

  it('takes or refuses what is hardly a text, in every field', async () => {
    for (const { path, list } of drawn(textFields(call.request), FIELDS)) {
      for (const text of UNTEXT) await send(call, planted(valid(call), path, list ? [text] : text));
    }
  });
});

// Any other line: `expression.engine.test.ts` of the records, and the contract's `line.test.ts`.
it('a query line with signs that no text has is answered or refused, and kept or not', async () => {
  const byLine = { ...payload(), searchBy: 'PRODUCT', matchType: 'W', searchValue: [] };
  for (const line of ['product:NEAR(a\0b steel, 5)', 'product:ab*\u0301\u0301\u0301', 'mode:\ud800', 'mode:\0 (']) {
    await send(ENDPOINTS.searchCount, { ...byLine, line });
    await send(ENDPOINTS.follow, { name: 'Lines', query: { ...payload(), line } });
  }
});

describe('the other calls of the search family', () => {
  it('know a search by its id only', async () => {
    const headers = { accessedby: token, 'content-type': 'application/json' };
    for (const text of [...HOSTILE, ...UNTEXT].map((given) => given.replace(/[\ud800-\udfff]/g, '\ufffd'))) {
      const id = encodeURIComponent(text);
      const details = await raw(portal, `/search-management/search/details?searchId=${id}`, { headers });
      const init = { method: 'PUT', headers, body: '{"totalRecords": 1}' };
      const count = await raw(portal, `/search-management/updatesearchcount/${id}`, init);
      for (const { status } of [details, count]) expect([400, 403, 404, 410], text).toContain(status);
      for (const [call, body] of [
        [ENDPOINTS.countAgain, { searchIds: [text] }],
        [ENDPOINTS.savedSearchNews, { ids: [text] }],
        [ENDPOINTS.sharedReport, { token: text }],
      ] as const) {
        expect((await send(call, body)).status, text).not.toBe(200);
      }
    }
    for (const value of OTHER_TYPES) {
      await send(ENDPOINTS.countAgain, { searchIds: value });
      await send(ENDPOINTS.savedSearchNews, { ids: value });
    }
  });

  it('take ids of records only, where they name records', async () => {
    const { client, person } = await portal.signIn();
    token = person.token;
    await client.search(payload());
    for (const text of [...HOSTILE, ...UNTEXT, "' OR 1", '0'.repeat(31), `${'0'.repeat(32)}'`]) {
      const asked = { query: payload(), columnKeys: ['be_date'] };
      for (const { answer } of [
        await send(ENDPOINTS.updateDownloads, { userId: person.userid, downloadedRecords: [text] }),
        await send(ENDPOINTS.quoteExport, { ...asked, ids: [text] }),
        await send(ENDPOINTS.quoteExport, { ...asked, columnKeys: ['be_date', text] }),
      ])
        expect(answer.errorCode, text).toBe('VALIDATION');
    }
  });

  it('leave the records as they were', async () => {
    const { client } = await portal.signIn();
    expect(await client.searchCount(payload())).toBe(4);
  });
});

describe('the largest requests that the contract lets through', () => {
  const MB = 1024 * 1024;
  /** What calls at once may add to the memory of a process in which portal, engine and test are. */
  const MOST_MB = 700;

  const headers = () => ({ accessedby: token, 'content-type': 'application/json' });
  const ask = ({ path, body }: LargestRequest) =>
    raw(portal, path, { method: 'POST', headers: headers(), body: JSON.stringify(body) });

  it('cost no search where they are refused in the work: what was charged before it is given back', async () => {
    const account = await portal.signIn();
    token = account.person.token;
    for (const request of largestRequests().filter(({ path }) => path.startsWith('/search-management/'))) {
      const { status, body } = await ask(request);
      if (status !== 200) expect(body.errorCode).toBe('SEARCH_TOO_LARGE');
    }
    // A line is read where it is asked; what is new holds for a whole question.
    const before = await searchesLeft(account);
    const asked = { ...payload(), searchBy: 'PRODUCT', matchType: 'W', searchValue: [], line: 'hs:8517 OR is:new' };
    const refused = await ask({ name: 'searchCount', path: ENDPOINTS.searchCount.path, body: asked });
    expect([refused.status, refused.body.errorCode]).toEqual([400, 'VALIDATION']);
    const causes = (await account.client.ledger({})).ledgerList.map(({ cause }) => cause);
    expect(causes.slice(0, 2)).toEqual(['RELEASE', 'SEARCH']);
    expect(await searchesLeft(account)).toBe(before);
  });

  it('are answered or told to come back where many ask at once, and memory stays within its bound', async () => {
    const before = process.memoryUsage.rss();
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss());
    }, 20);
    const answers = await Promise.all(Array.from({ length: 40 }, (_, number) => ask(worstRequest(number))));
    clearInterval(watch);
    for (const { status, headers, body } of answers) {
      expect([200, 503], JSON.stringify(body)).toContain(status);
      if (status === 503) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((most - before) / MB).toBeLessThan(MOST_MB);
  });

  it('ask nothing of the engine for an account that may see nothing', async () => {
    const nobody = await portal.signIn([]);
    const query = vi.spyOn(portal.services.records.askedEngine, 'query');
    const asked = { ...payload(), columnName: 'hs_description', nameContains: 'wrist watches' };
    const { distinctColumnValuesList } = await nobody.client.listDistinctColumnValue(asked);
    expect(distinctColumnValuesList).toEqual([]);
    expect(query).not.toHaveBeenCalled();
    query.mockRestore();
  });
});

describe('the calls that save', () => {
  // What is reported of downloads, what is asked of saved searches and what a link shows is kept by nobody: they take ids alone. Files are attacked below.
  const OTHERS = new Set(['updateDownloads', 'savedSearchNews', 'sharedReport', 'importContacts']);
  const SAVING = CALLS.filter(
    ({ path, method, name }) => path.startsWith('/activity-management/') && method === 'POST' && !OTHERS.has(name),
  );
  let saved: object;
  let reportId: string;
  beforeAll(async () => {
    const { client, person } = await portal.signIn();
    token = person.token;
    const { toSave } = await saveSearch({ client });
    saved = { ...toSave, name: 'Cotton', query: payload() };
    ({ reportId } = await client.createReport({ name: 'Cotton' }));
  });
  const request = ({ name }: NamedCall): object => {
    if (name === 'saveSearch') return saved;
    if (name === 'createOwnList') return { name: 'Codes', kind: 'HS_CODE', columns: ['code'], valueColumn: 0, rows: 1 };
    if (name === 'addReportBlock')
      return { reportId, title: 'Buyers', asks: { pivot: { query: payload(), rows: 'importers' } } };
    if (name === 'follow') return { name: 'Phones', query: payload() };
    const place = { kind: 'S3', endpoint: 'https://s3.example.com', bucket: 'files', accessKeyId: 'key' };
    if (name === 'createDestination') return { name: 'Ours', place, secret: 'secret' };
    return name === 'saveContact' ? { companyName: 'Acme' } : { name: 'Silks' };
  };

  it.each(SAVING.map((call): [string, NamedCall] => [call.name, call]))(
    '%s keeps or refuses what it is attacked with, in every field',
    async (_, call) => {
      let answered = 0;
      const texts = drawn([...HOSTILE, ...UNTEXT], SAVED_TEXTS);
      const fields = textFields(call.request);
      // What the call itself asks for is attacked in every run; of the query within it, some fields.
      const own = fields.filter(({ path }) => path.length === 1);
      const within = fields.filter(({ path }) => path.length > 1);
      for (const { path, list } of [...own, ...drawn(within, FIELDS)]) {
        for (const text of texts) {
          const { status } = await send(call, planted(request(call), path, list ? [text] : text));
          if (status === 200) answered += 1;
        }
        for (const value of OTHER_TYPES) await send(call, planted(request(call), path, value));
      }
      expect(answered).toBeGreaterThan(texts.length / 2);
      const { answer } = await send(call, planted(request(call), own[0]?.path ?? [], 'x'.repeat(1 << 20)));
      expect(answer.errorCode).toBe('BODY_TOO_LARGE');
    },
  );

  it('take or refuse every line of a file of contacts, in both forms', async () => {
    const { client, person } = await portal.signIn();
    token = person.token;
    const texts = [...HOSTILE, ...UNTEXT].filter((text) => !/[\n\r]/.test(text));
    const quoted = texts.map((text) => `"${text.replaceAll('"', '""')}"`);
    const files = [
      { format: 'csv', text: `Company Name\n${quoted.join('\n')}\n` },
      { format: 'vcf', text: texts.map((text) => `BEGIN:VCARD\nVERSION:4.0\nORG:${text}\nEND:VCARD`).join('\n') },
    ];
    for (const file of files) expect((await send(ENDPOINTS.importContacts, file)).status).toBe(200);
    const { totalRecords } = await client.contactList({ userId: person.userid });
    expect(totalRecords).toBeGreaterThan(HOSTILE.length / 2);
    // Files are few an hour.
    for (const text of drawn([...HOSTILE, ...UNTEXT], 10)) {
      await send(ENDPOINTS.importContacts, { format: 'csv', text });
      await send(ENDPOINTS.importContacts, { format: 'vcf', text });
      expect((await send(ENDPOINTS.importContacts, { format: text, text: 'x' })).status).toBe(400);
    }
    for (const value of OTHER_TYPES) await send(ENDPOINTS.importContacts, { format: 'csv', text: value });
  });

  it('give back to the letter what they kept', async () => {
    const { client, person } = await portal.signIn();
    const kept = HOSTILE.filter((text) => text.length <= LIMITS.nameMaxLength);
    for (const name of kept) await client.createWorkspace({ name });
    for (const companyName of kept) await client.saveContact({ companyName });
    const page = { userId: person.userid, numberOfRecords: LIMITS.pageSizeMax };
    const names = (await client.workspaceList(page)).workspaceList.map(({ name }) => name);
    expect(names.toSorted()).toEqual(kept.toSorted());
    const companies = (await client.contactList(page)).contactList.map(({ companyName }) => companyName);
    for (const companyName of companies) expect(kept).toContain(companyName);
    expect(companies.length).toBeGreaterThan(kept.length / 2);
  });
});
