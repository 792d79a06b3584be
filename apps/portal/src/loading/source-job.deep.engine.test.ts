/** Public sources that are followed: what the portal brings of them by itself, and how it says what came. */
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { databaseOf } from '@tidewaiter/accounts/database';
import { publicSources } from '@tidewaiter/loader';
import { fixture } from '@tidewaiter/testing/records';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandsOf } from '../../testing/command-line.js';
import { draftingPortal, refusal } from '../../testing/drafting.js';
import { handleSources } from './source-job.js';

const year = new Date().getFullYear();
/** How each file of the office is answered, by its name; what is not here is not published. */
const published = new Map<string, RequestListener>();
const asked: string[] = [];
const office = createServer((request, response) => {
  const name = request.url?.slice(1) ?? '';
  asked.push(name);
  const answer = published.get(name);
  if (answer) answer(request, response);
  else response.writeHead(404).end();
});
const { portal, client, settled, draftOf, bytesOf } = draftingPortal({ WEBHOOK_TARGETS: '127.0.0.1' });
const content = readFileSync(fixture('br-comexstat-imports.csv'), 'latin1');
const says =
  (text: string): RequestListener =>
  (_, response) =>
    void response.end(text);

beforeAll(async () => {
  await new Promise<void>((listening) => void office.listen(0, '127.0.0.1', listening));
  const brazil = (await publicSources()).find(({ name }) => name === 'brazil');
  const { port } = office.address() as AddressInfo;
  // The office itself cannot be asked from a test: its files lie on this machine.
  for (const one of [...(brazil?.fetch ?? []), ...(brazil?.totals ?? [])])
    one.url = one.url.replace(/^https:.*\//, `http://127.0.0.1:${port}/`);
  handleSources(portal.services, portal.config);
});
afterAll(async () => {
  office.closeAllConnections();
  await new Promise((closed) => void office.close(closed));
});

const brazil = async () => (await client.operatorSources({})).sources.find(({ name }) => name === 'brazil');
const params = { source: 'brazil' };
/** The day on which it is looked for again has come. */
const nextLook = async () => {
  await databaseOf(portal.services.accounts).execute(`update public_sources set next_at = now()`);
  await portal.services.accounts.loading.sources.askDue();
  await settled();
};

it('fetches nothing before an operator has said so, and nothing of a source that cannot or may not be', async () => {
  await portal.services.accounts.loading.sources.askDue();
  await settled();
  expect([asked, (await brazil())?.since]).toEqual([[], null]);
  expect(await refusal(client.followSource({}, { params: { source: 'chile' } }))).toContain('fetched by hand');
  expect(await refusal(client.followSource({}, { params: { source: 'india' } }))).toContain('may not be published');
  expect(await refusal(client.followSource({}, { params: { source: 'atlantis' } }))).toContain('There is no source');
});

it('brings a source at once, then by its rhythm: what came, what it replaced, and the sums before and after', async () => {
  published.set(`IMP_${year}.csv`, says(content));
  await client.followSource({}, { params });
  await settled();
  const first = await brazil();
  expect(first).toMatchObject({ since: year - 1, until: '2026-02-01', news: { same: 0, gone: [], failed: [] } });
  const sums = { total_value_usd: '239135', net_weight: '22477' };
  expect(first?.news?.files).toMatchObject([{ file: `IMP_${year}.csv`, records: 3, replaced: null, sums }]);
  const days = (Date.parse(first?.nextAt ?? '') - Date.now()) / 86_400_000;
  expect(days).toSatisfy((of: number) => of > (first?.everyDays ?? 0) - 0.1 && of <= (first?.everyDays ?? 0));
  // It is not its time.
  const before = asked.length;
  await portal.services.accounts.loading.sources.askDue();
  await settled();
  expect(asked).toHaveLength(before);

  published.set(`IMP_${year}.csv`, says(content.replace(';89125;', ';90000;')));
  const totals = ['"ARQUIVO";"CO_ANO";"QT_ESTAT";"KG_LIQUIDO";"VL_FOB";"VL_FRETE";"VL_SEGURO";"NUMERO_LINHAS"'];
  for (const [of, usd, lines] of [
    [year - 1, 7, 1],
    [2026, 240010, 4],
  ])
    totals.push(`"IMP_${of}.csv";${of};1;1;${usd};0;0;${lines}`);
  published.set('IMP_TOTAIS_CONFERENCIA.csv', says(totals.join('\n')));
  await nextLook();
  expect((await brazil())?.news?.files).toMatchObject([
    { records: 3, sums: { total_value_usd: '240010' }, replaced: { load: first?.loads[0], records: 3, sums } },
  ]);
});

it('holds what is loaded against the totals that are published, by period', async () => {
  const loaded = { records: 3, usd: 240010 };
  expect((await brazil())?.shares).toEqual([{ trade: 'IMPORT', period: '2026', records: 4, usd: 240010, loaded }]);
  const { out } = await commandsOf(portal).run('coverage', '--country', 'BRA');
  expect(out).toContain('published 2026: 3 of 4 published records (75%), 240,010 of 240,010 USD (100%)');
  published.set('IMP_TOTAIS_CONFERENCIA.csv', says('"CO_ANO";"VL_FOB"\n2026;many'));
  await nextLook();
  expect((await brazil())?.news?.failed).toEqual([
    expect.stringContaining('IMP_TOTAIS_CONFERENCIA.csv: It is not read as totals'),
  ]);
  expect((await brazil())?.shares).toHaveLength(1);
  published.delete('IMP_TOTAIS_CONFERENCIA.csv');
});

it('says what cannot be fetched and tries it on the next day; the others come, and what is gone stays loaded', async () => {
  published.delete(`IMP_${year}.csv`);
  published.set(`IMP_${year - 1}.csv`, (_, response) => void response.writeHead(403).end());
  published.set(`EXP_${year}.csv`, says(readFileSync(fixture('br-comexstat-exports.csv'), 'latin1')));
  await nextLook();
  const card = await brazil();
  expect(card?.news).toMatchObject({
    ...{ files: [{ file: `EXP_${year}.csv` }], gone: [`IMP_${year}.csv`] },
    failed: [expect.stringMatching(/^IMP_\d+\.csv: .*it answers 403/)],
  });
  expect(card?.loads).toHaveLength(2);
  expect(Date.parse(card?.nextAt ?? '')).toBeLessThan(Date.now() + 86_400_000);
  const { out } = await commandsOf(portal).run('source', 'list');
  expect(out).toMatch(/brazil .*failed: see `source show`/);
  await client.leaveSource({}, { params });
  const before = asked.length;
  await nextLook();
  expect([asked.length, (await brazil())?.since, (await brazil())?.loads.length]).toEqual([before, null, 2]);
});

it('takes a file that was chosen at a source by the mapping of that, whatever it is read as by itself', async () => {
  const bytes = readFileSync(fixture('gb-hmrc-importers.tsv'));
  const begin = (file: string) =>
    client.beginDraft({ file, bytes: bytes.length, modified: 1, source: 'united-kingdom' });
  expect(await refusal(begin('traders.tsv'))).toContain('are called *importers*, *exporters*');
  const { draft } = await begin('importers2602.tsv');
  await client.sendDraftPart(bytesOf(bytes), { params: { draft, offset: 0 } });
  await settled();
  const { state, found } = await draftOf(draft);
  expect([state, found?.totals]).toMatchObject(['OPEN', { rowsLoaded: 6, rowsRejected: 0 }]);
  await client.discardDraft({}, { params: { draft } });
});
