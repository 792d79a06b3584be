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
import { commandsOf, createProgram } from './program.js';
import type { CommandContext } from './shell/context.js';

type Call = keyof typeof OPERATOR_ENDPOINTS;

interface Act {
  /** The calls of the screen that do it. */
  calls?: readonly Call[];
  /** Why no screen does it. */
  noScreen?: string;
  /** What the audit log keeps of it. */
  event?: string;
  /** Why it keeps nothing. */
  unaudited?: string;
}

const READS = { unaudited: 'it only reads' };
const AT_HAND = { noScreen: 'its file lies where the command is typed' };
const STOPPED = {
  noScreen: 'it is done with the portal stopped',
  unaudited: 'the accounts that have the log are what it moves',
};
const RARE = { noScreen: 'it is done a few times in the life of a portal' };

const ACTS: Readonly<Record<string, Act>> = {
  serve: { noScreen: 'there is no screen before it', unaudited: 'the log of the process has it' },
  demo: { ...RARE, event: 'DEMO_ADDED' },
  load: {
    calls: [
      'beginDraft',
      'sendDraftPart',
      'answerDraft',
      'loadDraft',
      'discardDraft',
      'operatorDrafts',
      'operatorDraft',
    ],
    event: 'LOADED',
  },
  loads: { calls: ['operatorLoads'], ...READS },
  unload: { calls: ['unloadLoad'], event: 'LOAD_TAKEN_OUT' },
  'mapping list': { calls: ['operatorMappings'], ...READS },
  'mapping export': { calls: ['operatorMapping'], ...READS },
  'mapping import': { calls: ['importMapping'], event: 'MAPPING_SAVED' },
  'mapping remove': { calls: ['removeMapping'], event: 'MAPPING_REMOVED' },
  coverage: { noScreen: 'the coverage screen shows it to everybody', ...READS },
  'country list': { noScreen: 'the coverage screen names all of them', ...READS },
  'country add': { ...RARE, event: 'COUNTRY_ADDED' },
  'country remove': { ...RARE, event: 'COUNTRY_REMOVED' },
  rejected: { calls: ['operatorRejections', 'rejectedRows'], ...READS },
  reload: { ...RARE, event: 'LOADED' },
  'party join': { noScreen: 'the screen joins those that are proposed', event: 'PARTIES_JOINED' },
  'party part': { noScreen: 'the screen takes back what it has joined', event: 'PARTIES_PARTED' },
  'party list': { noScreen: 'a company’s page says which names it has', ...READS },
  'party suggest': { calls: ['operatorProposals', 'decideProposal'], event: 'PARTIES_DECIDED' },
  'stores join': { ...STOPPED, event: 'STORES_JOINED' },
  'suppress party': { ...RARE, event: 'SUPPRESSED' },
  'suppress record': { ...RARE, event: 'SUPPRESSED' },
  'suppress list': { ...RARE, ...READS },
  'suppress lift': { ...RARE, event: 'SUPPRESSION_LIFTED' },
  'rates load': { ...AT_HAND, event: 'RATES_LOADED' },
  'hs load': { ...AT_HAND, event: 'NOMENCLATURE_LOADED' },
  'hs list': { noScreen: 'codes are named wherever they stand', ...READS },
  'hs show': { noScreen: 'codes are named wherever they stand', ...READS },
  'hs remove': { ...AT_HAND, event: 'NOMENCLATURE_REMOVED' },
  'account create': {
    noScreen: 'a password that is told once is not for a screen; the screen verifies who signs up',
    event: 'ACCOUNT_CREATED',
  },
  'account list': { calls: ['operatorPeople', 'operatorPerson'], ...READS },
  'account verify': { calls: ['verifyPerson'], event: 'ACCOUNT_VERIFIED' },
  'account link': { calls: ['resetPersonPassword'], event: 'LINK_SENT' },
  'account subscribe': { calls: ['subscribePerson'], event: 'SUBSCRIBED' },
  'account disable': { calls: ['setPersonDisabled'], event: 'ACCOUNT_DISABLED' },
  'account enable': { calls: ['setPersonDisabled'], event: 'ACCOUNT_ENABLED' },
  'account password': { calls: ['resetPersonPassword'], event: 'PASSWORD_RESET' },
  'account reset-factors': { calls: ['resetPersonFactors'], event: 'FACTORS_RESET' },
  'account demand-factors': { noScreen: 'the main account’s own screen does it', event: 'FACTORS_DEMANDED' },
  'account operator': { noScreen: 'no operator makes another one on a screen', event: 'OPERATOR_SET' },
  'account sign-on set': { ...RARE, event: 'SIGN_ON_SET' },
  'account sign-on show': { ...RARE, ...READS },
  'account sign-on check': { ...RARE, ...READS },
  'account sign-on unlink': { ...RARE, event: 'SIGN_ON_UNLINKED' },
  'account sign-on remove': { ...RARE, event: 'SIGN_ON_REMOVED' },
  'account key create': { noScreen: 'their person’s own screen does it', event: 'KEY_CREATED' },
  'account key list': { noScreen: 'their person’s own screen does it', ...READS },
  'account key revoke': { noScreen: 'their person’s own screen does it', event: 'KEY_REVOKED' },
  'account data': { calls: ['exportPerson'], event: 'PERSON_EXPORTED' },
  'account delete': { calls: ['erasePerson'], event: 'ACCOUNT_ERASED' },
  'plan list': { calls: ['operatorPlans'], ...READS },
  'plan show': { ...RARE, ...READS },
  'plan set': { ...RARE, event: 'PLAN_SET' },
  grant: { calls: ['grantPerson'], event: 'GRANTED' },
  'weightage set': { ...RARE, event: 'WEIGHTAGE_SET' },
  'weightage list': { ...RARE, ...READS },
  audit: { calls: ['operatorAudit'], ...READS },
  'jobs list': { calls: ['operatorJobs'], ...READS },
  'jobs retry': { calls: ['retryJob'], unaudited: 'the list of jobs has it' },
  'jobs cancel': { calls: ['cancelJob'], unaudited: 'the list of jobs has it' },
  'notice add': { calls: ['addNotice'], event: 'NOTICE_ADDED' },
  'notice list': { noScreen: 'the dashboard shows them', ...READS },
  'notice remove': { calls: ['removeNotice'], event: 'NOTICE_REMOVED' },
  'maintenance on': { calls: ['setSite', 'operatorSite'], event: 'SITE_SET' },
  'maintenance off': { calls: ['setSite'], event: 'SITE_SET' },
  backup: { calls: ['backUpNow'], unaudited: 'it changes nothing, and the place of the backups has it' },
  restore: STOPPED,
  move: STOPPED,
  doctor: { calls: ['operatorHealth'], ...READS },
  top: { noScreen: 'it is drawn anew every two seconds; the dashboard of deploy shows it over time', ...READS },
  mcp: { noScreen: 'an agent asks it', unaudited: 'each call is counted and charged as its person’s' },
};

const SCREEN = new URL('../../../web/src/features/operator/', import.meta.url);
const screenSource = readdirSync(SCREEN, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
  .map((name) => readFileSync(new URL(name, SCREEN), 'utf8'))
  .join('\n');

describe('each act of the operator', () => {
  const leaves = commandsOf(createProgram({} as CommandContext, async () => {})).filter(
    ([, command]) => command.commands.length === 0,
  );

  it('is told of once, with its call, its place on the screen and in the audit log, or why it has none', () => {
    expect(Object.keys(ACTS).sort()).toEqual(leaves.map(([name]) => name).sort());
    for (const [name, { calls = [], noScreen, event, unaudited }] of Object.entries(ACTS)) {
      expect([name, calls.length > 0 || noScreen !== undefined]).toEqual([name, true]);
      expect([name, event !== undefined || unaudited !== undefined]).toEqual([name, true]);
    }
    const rows = Object.entries(ACTS).map(([name, { calls, noScreen, event, unaudited }]) =>
      [name.padEnd(24), (calls?.join(', ') ?? `– ${noScreen}`).padEnd(60), event ?? `– ${unaudited}`].join('  '),
    );
    process.stdout.write(
      `${['command'.padEnd(24), 'call and screen'.padEnd(60), 'audit'].join('  ')}\n${rows.join('\n')}\n`,
    );
  });

  it('that is a call is asked for by the screen, and has a command', () => {
    const done = new Set(Object.values(ACTS).flatMap(({ calls = [] }) => calls));
    for (const call of Object.keys(OPERATOR_ENDPOINTS) as Call[]) {
      expect([call, done.has(call)]).toEqual([call, true]);
      expect([call, new RegExp(`operatorClient\\s*\\.${call}\\b`).test(screenSource)]).toEqual([call, true]);
    }
  });

  it('that is a command answers as JSON, but for those that serve', () => {
    for (const [name, command] of leaves)
      if (name !== 'serve' && name !== 'mcp')
        expect([name, command.options.some(({ long }) => long === '--json')]).toEqual([name, true]);
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
      ['suppress party', 'TALLOW', '--reason', 'asked for'],
      ['suppress lift', '1', '--reason', 'taken back'],
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
      expect([name, made]).toEqual([name, expect.arrayContaining([ACTS[name]?.event])]);
    }
  });
});
