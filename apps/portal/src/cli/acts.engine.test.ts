/** Whatever the operator can do, side by side: the command, the call of the operator's screen, and what of it the audit log keeps. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATOR_ENDPOINTS } from '@tidewaiter/contract';
import { sharedFolder } from '@tidewaiter/testing/folder';
import { describe, expect, it } from 'vitest';
import { commandsOf as commandsIn } from '../../testing/command-line.js';
import { KOREAN_FIXTURE } from '../../testing/portal.js';
import { sharedPortal } from '../../testing/shared-portal.js';
import { loadTestRows } from '../../testing/test-rows.js';
import { ACTS, commandsOf, createProgram } from './program.js';
import type { CommandContext } from './shell/context.js';

const SCREEN = new URL('../../../web/src/features/operator/', import.meta.url);
const screenSource = readdirSync(SCREEN, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
  .map((name) => readFileSync(new URL(name, SCREEN), 'utf8'))
  .join('\n');

describe('each act of the operator', () => {
  const leaves = commandsOf(createProgram({} as CommandContext, async () => {})).filter(
    ([, command]) => command.commands.length === 0,
  );

  it('is a command, with its call and its place on the screen and in the audit log, or why it has none', () => {
    expect([...Object.keys(ACTS), 'mcp', 'serve'].sort()).toEqual(leaves.map(([name]) => name).sort());
    const rows = Object.entries(ACTS).map(([name, { screen, audit, unaudited = 'it only reads' }]) => {
      const calls = typeof screen === 'string' ? `– ${screen}` : screen.join(', ');
      return [name.padEnd(24), calls.padEnd(60), audit ?? `– ${unaudited}`].join('  ');
    });
    process.stdout.write(
      `${['command'.padEnd(24), 'call and screen'.padEnd(60), 'audit'].join('  ')}\n${rows.join('\n')}\n`,
    );
  });

  it('that is a call is asked for by the screen, and has a command', () => {
    const done = new Set<string>(
      Object.values(ACTS).flatMap(({ screen }) => (typeof screen === 'string' ? [] : screen)),
    );
    for (const call of Object.keys(OPERATOR_ENDPOINTS)) {
      expect([call, done.has(call)]).toEqual([call, true]);
      expect([call, new RegExp(`operatorClient\\s*\\.${call}\\b`).test(screenSource)]).toEqual([call, true]);
    }
  });

  it('answers as JSON', () => {
    for (const [name, command] of leaves)
      if (name in ACTS) expect([name, command.options.some(({ long }) => long === '--json')]).toEqual([name, true]);
  });
});

describe('the audit log', () => {
  const portal = sharedPortal();
  const folder = sharedFolder();
  const { run } = commandsIn(portal);

  it('keeps what a command changes', async () => {
    await loadTestRows(portal, 'VNM', 'no,date,hs,importer', [
      '1,2020-01-10,850710,ORVIN',
      '2,2020-01-11,850710,TALLOW',
    ]);
    const file = (name: string, text: string) => {
      const path = join(folder, name);
      writeFileSync(path, text);
      return path;
    };
    const rates = file('rates.csv', 'Date,Country,Exchange rate\n2020-01-01,South Korea,1160\n');
    const hs = file(
      'hs.csv',
      'section,hscode,description,parent,level\nII,09,Drinks,TOTAL,2\nII,0901,Beans,09,4\nII,090111,Raw,0901,6\n',
    );
    const ada = 'ada@example.com';
    const lines: readonly (readonly [name: string, ...args: string[]])[] = [
      ['unload', '1', '--purge'],
      ['load', KOREAN_FIXTURE],
      ['reload', '--all'],
      ['country add', 'FRA'],
      ['country remove', 'FRA'],
      ['party join', 'ORVIN', 'TALLOW', '--reason', 'one register'],
      ['party part', 'TALLOW'],
      ['party suggest', '--same-number', '--yes'],
      ['suppress party', 'TALLOW', '--reason', 'asked for'],
      ['suppress lift', '1', '--reason', 'taken back'],
      ['suppress country', 'VNM', '--reason', 'withdrawn'],
      ['rates load', rates],
      ['hs load', hs],
      ['hs remove'],
      ['account create', ada, '--firstname', 'Ada', '--lastname', 'Bay', '--company', 'Acme'],
      ['account subscribe', ada, 'SME'],
      ['account password', ada],
      ['account disable', ada],
      ['account enable', ada],
      ['account demand-factors', ada],
      ['account operator', ada],
      ['account key create', ada, '--name', 'Nightly'],
      ['grant', ada, '--searches', '5', '--reason', 'as agreed'],
      ['account data', ada, '--out', join(folder, 'ada.json')],
      ['account delete', ada, '--yes', '--reason', 'asked for'],
      ['plan set', 'SME', '--searches', '12'],
      ['weightage set', 'IND', '2'],
      ['notice add', 'Records of May', 'They are in.'],
      ['maintenance on', 'Back at noon'],
      ['maintenance off'],
    ];
    const { audit } = portal.services.accounts;
    for (const [name, ...args] of lines) {
      const [last] = await audit.latest(1);
      const { status, err } = await run(...name.split(' '), ...args);
      expect([name, status, err]).toEqual([name, 0, '']);
      const made = (await audit.latest(20)).filter(({ id }) => id > (last?.id ?? 0)).map(({ event }) => event);
      expect([name, made]).toEqual([name, expect.arrayContaining([ACTS[name]?.audit])]);
    }
    const written = async (name: string) => {
      const out = join(folder, name);
      const { status, err } = await run('audit', '--act', 'suppression lifted', '--out', out);
      expect([status, err]).toEqual([0, '']);
      return readFileSync(out, 'utf8');
    };
    const [head, row, ...more] = (await written('audit.csv')).split('\r\n');
    expect([head, ...more]).toEqual(['at,event,account,by,address,details', '']);
    expect(row).toMatch(/^\d{4}-\d\d-\d\dT.*,suppression lifted,,.*"\{.*party.*\}"$/);
    const entries = (await written('audit.jsonl')).trim().split('\n');
    expect(entries.map((line) => JSON.parse(line))).toMatchObject([{ event: 'SUPPRESSION_LIFTED' }]);
  });
});
