/** How parties are spelt by a dictionary, against looking them up. */
import { addDays, breakdownQuery } from '@tidewaiter/contract';
import { EVERYTHING, listOf } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { HEADER, smallMapping } from '@tidewaiter/testing/small-files';
import { beforeAll, expect, it } from 'vitest';

const test = sharedRecords();
const asked: string[] = [];
beforeAll(async () => {
  const { askedEngine: engine } = test.records;
  const [query, stream] = [engine.query.bind(engine), engine.stream.bind(engine)];
  engine.query = (statement) => {
    asked.push(statement.name);
    return query(statement);
  };
  engine.stream = async (statement, read) => {
    await stream(statement, read);
    asked.push(statement.name);
  };
});

async function load(name: string, importers: readonly string[]): Promise<void> {
  const lines = importers.map((importer, no) => `${name}${no},2024-01-1${no % 10},850760,${importer},${no + 1}.5`);
  const path = await test.file(`${name}.csv`, `${HEADER}\n${lines.join('\n')}\n`);
  await test.loader.load({ files: [{ path }], mapping: smallMapping() });
}

let questions = 0;

/** The importers of a question that nobody has asked before, and whether they were looked up. */
async function importers() {
  questions += 1;
  const query = breakdownQuery.parse({
    ...{ tradeType: 'IMPORT', searchBy: 'HS_CODE', matchType: 'L', searchValue: ['8507'] },
    ...{ countryCode: ['KOR'], fromDate: '2024-01-01', toDate: addDays('2025-01-10', questions) },
  });
  asked.length = 0;
  const { items } = await listOf(test.records, 'importers', query, EVERYTHING);
  return { names: items.map(({ name }) => name).sort(), lookedUp: asked.includes('party-spellings') };
}

it('parties are looked up until the dictionary of a data version is made, and spelt the same by it', async () => {
  const spellings = ['Acme Ltd', 'ACME LIMITED', 'Acme Ltd', 'Zeta Oil', 'Zeta  Oil', 'Zeta  Oil', '株式会社', ''];
  await load('first', spellings);
  const names = ['Acme Ltd', 'Zeta  Oil', '株式会社'];
  expect(await importers()).toEqual({ names, lookedUp: true });
  await expect.poll(importers).toEqual({ names, lookedUp: false });

  await load('second', ['ACME LIMITED', 'ACME LIMITED', 'Zeta Oil']);
  const later = ['ACME LIMITED', 'Zeta Oil', '株式会社'];
  expect(await importers()).toEqual({ names: later, lookedUp: true });
  await expect.poll(importers).toEqual({ names: later, lookedUp: false });
});

it('one that would be too large keeps no other from being made', async () => {
  await test.records.staging.engine.run({
    name: 'test.many-rows',
    sql: `INSERT INTO party_names (load_id, trade_type, role, country, name_key, name, months)
      SELECT 1, 'EXPORT', 'NOTIFY', 'KOR', number + 1, 'N', [toDate('2024-01-01')] FROM numbers(3000001)`,
  });
  await load('many', ['ACME LIMITED', 'Zeta Oil']);
  const names = ['ACME LIMITED', 'Zeta Oil', '株式会社'];
  await expect.poll(importers).toEqual({ names, lookedUp: false });
});

it('records may be closed while a dictionary is being made', async () => {
  await load('third', ['Acme Ltd']);
  await importers();
  await test.reopen();
});
