/** What the operator loads and gets to hear of it, and what they do with accounts; within this process. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CommandLine, commandLine } from '../../testing/command-line.js';
import { KOREAN_FIXTURE } from '../../testing/portal.js';

let folder: CommandLine;
beforeEach(async () => {
  folder = await commandLine();
});
afterEach(() => folder.close());

describe('loading', () => {
  it('reports what it did, for people and for programs', async () => {
    const loaded = await folder.run('load', KOREAN_FIXTURE);
    expect(loaded).toMatchObject({ status: 0, err: '' });
    expect(loaded.out).toContain('load 1, 4 of 10 rows, 6 rejected (mapping kr-import-declarations)');
    expect(loaded.out).toContain('not a date (YYYY-MM-DD)');
    expect((await folder.run('load', KOREAN_FIXTURE)).out).toContain('already loaded, as load 1');
    expect(await folder.json('loads')).toMatchObject({
      dataVersion: 1,
      loads: [{ loadId: 1, report: { rowsLoaded: 4 } }],
    });
    expect(await folder.json('rejected', '1')).toHaveLength(6);
    expect(await folder.run('rejected', '2')).toMatchObject({
      status: 1,
      err: 'There is no load 2.\n  those that there are: npx tidewaiter loads\n',
    });
    // At a terminal it says what goes, and asks.
    const kept = await folder.runAsked(['2'], 'unload', '1');
    expect(kept).toMatchObject({ status: 1, err: 'Nothing was taken out.\n' });
    expect((await folder.runAsked(['1'], 'unload', '1')).status).toBe(0);
    expect((await folder.run('loads')).out).toContain('Nothing is loaded yet.');
  });

  it('brings back a load that was taken out, also when its records have left the disk', async () => {
    await folder.run('load', KOREAN_FIXTURE);
    await folder.run('unload', '1');
    // A start clears away what nothing shows.
    await folder.reopen();
    expect(await folder.run('reload', '1')).toMatchObject({
      err: '',
      out: expect.stringContaining('load 2, 4 of 10 rows'),
    });
    // While it is there it is brought back by nothing: its records would be there twice.
    expect((await folder.run('reload', '1')).out).toContain('already loaded, as load 2');
    expect((await folder.json('loads')).loads).toMatchObject([{ loadId: 2 }]);
    expect((await folder.run('unload', '2', '--purge')).status).toBe(0);
    const gone = await folder.run('reload', '2');
    expect([gone.status, gone.err]).toEqual([1, expect.stringContaining('have no archived file')]);
  });

  it('fails with status 1 and leaves things as they were', async () => {
    const missing = await folder.run('load', 'no-such-file.csv');
    expect(missing).toMatchObject({ status: 1, out: '' });
    expect(missing.err).toContain('there is no such file');
    await writeFile(join(folder.path, 'wrong.json'), '{"name": "x"}');
    const mapping = await folder.run('load', KOREAN_FIXTURE, '--mapping', join(folder.path, 'wrong.json'));
    expect(mapping.status).toBe(1);
    expect(mapping.err).toContain('is not valid');
    const absent = await folder.run('load', KOREAN_FIXTURE, '--mapping', 'absent');
    expect(absent.err).toContain('There is no mapping absent');
    expect((await folder.run('load', KOREAN_FIXTURE, '--country', 'atl')).err).toContain('no source country "ATL"');
    expect((await folder.run('loads')).out).toContain('Nothing is loaded yet.');
  });

  it('asks what a file leaves open with the answers that the command takes, and loads it by one of them in one line', async () => {
    const path = join(folder.path, 'india-imports.csv');
    const rows = Array.from(
      { length: 30 },
      (_, at) =>
        `D${at},${(at % 28) + 1}/03/2025,8517.13.00,TELEPHONES,1,PCS,${(at + 1) * 8300},${at % 2 ? 'USD' : 'EUR'}`,
    );
    const header = 'DECLARATION NO,IMP DATE,HS CODE,DESCRIPTION,QTY,UNIT,ASSESSABLE VALUE,INVOICE CURRENCY';
    await writeFile(path, [header, ...rows].join('\n'));
    const asked = await folder.run('load', path);
    expect([asked.status, asked.err]).toEqual([1, expect.stringContaining('or in INR?')]);
    expect(asked.err).toContain('    --set currency=INR');
    expect(asked.err).toContain('--accept');
    expect((await folder.run('loads')).out).toContain('Nothing is loaded yet.');
    const answered = await folder.run('load', path, '--set', 'currency=INR');
    expect(answered).toMatchObject({ status: 0, out: expect.stringMatching(/total_value +3859500 +3859500/) });
    // Rates are told of where they would help.
    expect(answered.out).toContain('30 values found no rate');
  });
});
