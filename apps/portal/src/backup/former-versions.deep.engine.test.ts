/** What portals of former versions have written, brought back by this one. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { folderOfTest } from '@tidewaiter/testing/folder';
import { answeredBy, answersOf, FORMER_PORTALS } from '@tidewaiter/testing/former-portal';
import { expect, it } from 'vitest';
import { commandLine } from '../../testing/command-line.js';

const VERSIONS = readdirSync(FORMER_PORTALS);

it('knows a former version', () => expect(VERSIONS).toContain('0.1.0'));

it.each(VERSIONS)('answers as the portal of version %s did', async (version) => {
  const backup = join(FORMER_PORTALS, version);
  const line = await commandLine(folderOfTest());
  try {
    const restored = await line.run('restore', backup);
    expect(restored).toMatchObject({ status: 0, err: '' });
    expect(restored.out).toContain('The ledger reconciles.');
    // It may say more of each thing, and nothing else.
    expect(await answersOf(line.run)).toMatchObject(await answeredBy(version));
    // The files that were loaded came along: they are loaded anew by this version's reading.
    expect((await line.run('reload', '--all')).status).toBe(0);
  } finally {
    await line.close();
  }
});
