/** What the command says of its own use: nothing is opened for it. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SETTINGS, settingsTable } from '../app/config.js';
import { createProgram, runCommandLine } from './program.js';
import type { CommandContext } from './shell/context.js';

/** Runs a command line within this process, where it can open nothing. */
async function saidAlone(...args: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const opens = async () => {
    throw new Error('it opens what it does not need');
  };
  const context: CommandContext = {
    cwd: '/',
    isTerminal: false,
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    progress: () => {},
    ask: undefined,
    records: opens,
    services: opens,
  };
  const status = await runCommandLine(createProgram(context, opens), context, args);
  return { status, out: out.join('\n'), err: err.join('\n') };
}

describe('usage', () => {
  it('has help for every command', async () => {
    const { out } = await saidAlone('--help');
    const commands = [...out.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name ?? '');
    expect(commands).toEqual([
      ...[
        'serve',
        'demo',
        'load',
        'loads',
        'unload',
        'coverage',
        'country',
        'rejected',
        'reload',
        'party',
        'suppress',
        'rates',
        'hs',
      ],
      ...['account', 'plan', 'grant', 'weightage', 'audit', 'jobs', 'notice', 'maintenance'],
    ]);
    for (const command of commands) {
      const help = await saidAlone(command, '--help');
      expect(help).toMatchObject({ status: 0, err: '' });
      expect(help.out).toContain('Usage: tidewaiter');
    }
  });

  it('names every setting in the help of serve, as the reference for operators does', async () => {
    const { out } = await saidAlone('serve', '--help');
    for (const name of Object.keys(SETTINGS)) expect(out).toContain(name);
    const reference = readFileSync(new URL('../../../../docs/operator.md', import.meta.url), 'utf8');
    expect(reference).toContain(settingsTable());
  });

  it.each([
    [['nothing'], 'unknown command'],
    [['load'], 'missing required argument'],
    [['load', 'x.csv', '--trade', 'sideways'], 'Say import or export.'],
    [['unload', 'two'], 'A whole number from 1.'],
    [['account', 'create', '--email', 'nobody'], 'An e-mail address.'],
    [['account', 'create', '--firstname', 'A', '--lastname', 'B', '--company', 'C'], "the account's e-mail address"],
    [['account', 'verify', 'nobody'], 'An e-mail address.'],
    [['account', 'subscribe', 'a@example.com', '--plan', 'SME', '--expires', 'soon'], 'A day, YYYY-MM-DD.'],
    [['plan', 'set', 'SME', '--period', 'week'], 'Allowed choices are month, quarter, year, lifetime.'],
    [['plan', 'set', 'SME', '--countries', 'ATL'], 'no source country ATL'],
    [['country', 'add', 'ATL'], 'A country by its three letters'],
    [['country', 'add'], 'missing required argument'],
    [['grant', 'a@example.com', '--searches', '0', '--reason', 'x'], 'A whole number that is not 0.'],
    [['demo', '--until', '2026-02-30'], 'A day, YYYY-MM-DD.'],
  ])('answers %j with status 2', async (args, message) => {
    const { status, err } = await saidAlone(...args);
    expect(err).toContain(message);
    expect(status).toBe(2);
  });
});
