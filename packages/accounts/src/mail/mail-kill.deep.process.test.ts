/** Mail that was asked for is sent, also where the portal is killed right after its answer. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ENGINES, type StartedEngine, startEngine } from '@tidewaiter/testing/databases';
import { options } from '@tidewaiter/testing/options';
import { startSmtp, type TestSmtp } from '@tidewaiter/testing/smtp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccounts } from '../accounts.js';
import { portalSettings } from '../site/settings.js';

/** Built from `packages/testing/src/mail-asker.ts`. */
const ASKER = fileURLToPath(new URL('../../../testing/dist/mail-asker.js', import.meta.url));

/** After how many answers each process is killed. */
const KILLS = [1, 5];

describe.each(ENGINES)('a portal that is killed on %s', (engine) => {
  let started: StartedEngine;
  let smtp: TestSmtp;
  beforeAll(async () => {
    started = await startEngine(engine);
    smtp = await startSmtp();
  });
  afterAll(async () => {
    await smtp.stop();
    await started.stop();
  });

  /** What the process said was answered, until it was killed. */
  const askUntilKilled = (round: number, killAfter: number) =>
    new Promise<string[]>((resolve, reject) => {
      const args = [ASKER, JSON.stringify(started.location), smtp.url, String(round), String(killAfter)];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      let said = '';
      child.stdout.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
      child.once('error', reject);
      child.once('close', () => resolve(said.split('\n').filter(Boolean)));
    });

  it('owes no mail to anybody once it is started again', async () => {
    const owed: string[] = [];
    for (const [round, killAfter] of KILLS.entries()) owed.push(...(await askUntilKilled(round, killAfter)));
    expect(owed).toHaveLength(KILLS.reduce((sum, kill) => sum + kill, 0));
    const settings = portalSettings('http://portal.example.com', {
      operatorEmail: 'operator@example.com',
      signUpVerification: 'operator',
    });
    const mail = { smtpUrl: smtp.url, from: 'portal@example.com', outbox: 'none' };
    const accounts = await openAccounts(started.location, options({ mail, settings }));
    await accounts.mailer.idle();
    const came = owed.map((line) => {
      const [to = '', text = ''] = [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)];
      return [line, smtp.messages.filter((message) => message.to.includes(to) && message.text.includes(text)).length];
    });
    // Never more than once either: the processes are killed before they send anything, or long after.
    expect(came).toEqual(owed.map((line) => [line, 1]));
    await accounts.close();
  });
});
