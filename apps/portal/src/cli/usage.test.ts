/** What the command says of its own use: nothing is opened for it. */
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { saidAlone } from '../../testing/command-line.js';
import { SETTINGS, settingsTable } from '../app/config.js';
import { createProgram } from './program.js';
import type { CommandContext } from './shell/context.js';

const NOWHERE = {} as CommandContext;

/** The commands that do something. */
const leavesOf = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);

describe('usage', () => {
  it('has help for every command', async () => {
    const { out } = await saidAlone('--help');
    const commands = [...out.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name ?? '');
    expect(commands.length).toBeGreaterThan(28);
    expect(commands.at(-1)).toBe('help');
    for (const command of commands.slice(0, -1)) {
      const help = await saidAlone(command, '--help');
      expect(help).toMatchObject({ status: 0, err: '' });
      expect(help.out).toContain('Usage: tidewaiter');
    }
  });

  it('says which version it is', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(await saidAlone('--version')).toEqual({ status: 0, out: `${version}\n`, err: '' });
  });

  it('names every setting in the help of serve, as the reference for operators does', async () => {
    const { out } = await saidAlone('serve', '--help');
    for (const name of Object.keys(SETTINGS)) expect(out).toContain(name);
    const reference = readFileSync(new URL('../../../../docs/operator.md', import.meta.url), 'utf8');
    expect(reference).toContain(settingsTable());
  });

  it.each(['help', 'help account', 'account help create'])('is shown where somebody asks: %s', async (line) => {
    const said = await saidAlone(...line.split(' '));
    expect(said).toMatchObject({ status: 0, out: expect.stringContaining('Usage: tidewaiter'), err: '' });
  });

  it.each([
    ...['account', 'plan --json', 'jobs', 'hs', 'mapping export ken-imports --out ken.json --former 1'],
    ...['notice add Records_of_May Korea_is_complete.', 'account subscribe a@example.com SME'],
    ...['account verify a@example.com SME --countries KOR,_VNM', 'weightage set ind 2'],
  ])('understands what is typed first: %s', async (line) => {
    // It goes on to what it works on, which nothing is here.
    const words = line.split(' ').map((word) => word.replaceAll('_', ' '));
    await expect(saidAlone(...words)).rejects.toThrow('it opens');
  });

  it('has an example for every command that takes a name and options, and understands each', async () => {
    const leaves = leavesOf(createProgram(NOWHERE, async () => {}));
    for (const leaf of leaves) {
      let help = '';
      leaf.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
      const examples = [...help.matchAll(/\$ npx tidewaiter (.*)/g)].map(([, line = '']) => line);
      const isPlain = leaf.registeredArguments.length === 0 || leaf.options.every(({ long }) => long === '--json');
      expect(examples.length, leaf.name()).toBeGreaterThanOrEqual(isPlain ? 0 : 1);
      for (const example of examples) {
        const words = (example.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''));
        const said = await saidAlone(...words).catch(() => undefined);
        expect(said?.status ?? 0, `${example}: ${said?.err}`).not.toBe(2);
      }
    }
  });

  it.each([
    ['nothing', 'unknown command'],
    ['account craete', 'Did you mean create?'],
    ['load', 'missing required argument'],
    ['load x.csv --trade sideways', 'Say import or export.'],
    ['unload two', 'A whole number from 1.'],
    ['account create --email nobody', 'An e-mail address.'],
    ['account create --firstname A --lastname B --company C', "the account's e-mail address"],
    ['account verify nobody', 'An e-mail address.'],
    ['account subscribe a@example.com --plan SME --expires soon', 'A day, YYYY-MM-DD.'],
    ['plan set SME --period week', 'Allowed choices are month, quarter, year, lifetime.'],
    ['plan set SME --countries ATL', 'no source country ATL'],
    ['plan set SME --free-records 9999', 'A whole number from 10000'],
    ['country add ATL', 'A country by its three letters'],
    ['country add', 'missing required argument'],
    ['account key create a@example.com', "required option '--name <name>'"],
    ['account key create a@example.com --name N --scope all', 'Allowed choices are search'],
    ['account key create a@example.com --name _', 'A name on one line'],
    ['account sign-on set a@example.com --issuer http://login.example', 'An https address, as the provider spells it'],
    ['account sign-on set a@example.com --domain acme', 'What stands after the @ of addresses'],
    ['grant a@example.com --searches 0 --reason x', 'A whole number that is not 0.'],
    ['demo --until 2026-02-30', 'A day, YYYY-MM-DD.'],
  ])('answers %s with status 2', async (line, message) => {
    const words = line.split(' ').map((word) => word.replace('_', ' '));
    expect(await saidAlone(...words)).toMatchObject({ status: 2, err: expect.stringContaining(message) });
  });
});
