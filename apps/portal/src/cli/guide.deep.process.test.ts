/**
 * The operator's guide, by its own words: the lines of its blocks are typed on machines on which nothing of the portal is, in the order of a portal's
 * life. It is installed, fed, backed up, restored on another machine, brought from the last release to this version and back, and moved to servers.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dayOf } from '@tidewaiter/contract';
import { freePort } from '@tidewaiter/testing/free-port';
import { startGateway } from '@tidewaiter/testing/gateway';
import { POSTGRES, startPostgres } from '@tidewaiter/testing/postgres';
import { afterAll, describe, expect, it } from 'vitest';
import { type BareMachine, bareMachine, NO_BARE_MACHINE } from '../../testing/bare-machine.js';
import { VERSION } from '../app/version.js';

const CHECKOUT = join(import.meta.dirname, '../../../..');
const GUIDE = readFileSync(join(CHECKOUT, 'docs/operator.md'), 'utf8');

interface Block {
  /** The heading that it stands below. */
  section: string;
  form: string;
  lines: string[];
}
const BLOCKS: Block[] = [];
let section = '';
for (const [, heading, , form = '', text = ''] of GUIDE.matchAll(/^(?:#+ (.*)|( *)```(\w*)\n([\s\S]*?)^\2```)$/gm)) {
  section = heading ?? section;
  const lines = text.split('\n').map((line) => line.trim());
  if (heading === undefined) BLOCKS.push({ section, form, lines: lines.filter(Boolean) });
}

/** Lines that are not typed here, by how they begin, and why. */
const LEFT_OUT: Record<string, string> = {
  'npx tidewaiter source update brazil':
    'it fetches from where a country publishes: public-sources.deep.engine.test.ts',
  'npx tidewaiter source follow brazil': 'the same, in the background',
  'npx tidewaiter party suggest 123': 'a pair of the operator: party-suggest.deep.engine.test.ts',
  'npx tidewaiter suppress record': 'a record of the operator: suppressions.deep.engine.test.ts',
  'CREATE ': 'makes a ClickHouse server ready, for which a gateway stands in',
  'GRANT ': 'the same',
};
const isLeftOut = (line: string) => Object.keys(LEFT_OUT).some((start) => line.startsWith(start));

const taken = new Set<Block>();

/** Takes blocks below a heading, all or one of them: each is typed, or lies in a file of the operator. */
function take(section: string, number?: number, isForm = (form: string) => ['sh', 'bash'].includes(form)): string[] {
  const blocks = BLOCKS.filter((block) => block.section === section && isForm(block.form));
  const chosen = number === undefined ? blocks : blocks.slice(number, number + 1);
  for (const block of chosen) taken.add(block);
  return chosen.flatMap(({ lines }) => lines);
}
const fileBelow = (section: string) => take(section, 0, (form) => ['', 'json'].includes(form)).join('\n');

/** As the guide has it, and `tidewaiter` on a machine that has the service. */
const COMMAND = 'npx tidewaiter';

/** Lines as they are typed, with what the names in them stand for. */
function linesBelow(section: string, names: Record<string, string> = {}, number?: number): string[] {
  const known = Object.entries({ ...names, REPOSITORY: '/repository.git', [COMMAND]: names[COMMAND] ?? 'tidewaiter' });
  return take(section, number)
    .filter((line) => !isLeftOut(line))
    .map((line) => known.reduce((words, [name, is]) => words.replaceAll(name, is), line));
}

/** What follows the last release; with tables changed, so that what was there before is copied. */
const NEXT = VERSION.replace(/\.(\d+)\.\d+$/, (_, minor) => `.${Number(minor) + 1}.0`);

/** Makes a repository of the last release and of this tree as it lies here, each under its tag. */
function makeRepository(root: string): void {
  const repository = join(root, 'repository.git');
  execFileSync('git', ['clone', '--quiet', '--bare', CHECKOUT, repository]);
  const env = { ...process.env, GIT_DIR: repository, GIT_WORK_TREE: CHECKOUT };
  const git = (args: string[], input = '') =>
    execFileSync('git', args, { cwd: CHECKOUT, encoding: 'utf8', env, input }).trim();
  const release = git(['log', '-1', '--format=%H', '-G^  "version":', '--', 'package.json']);
  git(['tag', `v${VERSION}`, release]);
  git(['add', '--all']);
  for (const path of git(['ls-files', '*package.json', 'package-lock.json']).split('\n')) {
    const text = readFileSync(join(CHECKOUT, path), 'utf8');
    const named = text.replaceAll(`"version": "${VERSION}"`, `"version": "${NEXT}"`);
    git(['update-index', '--cacheinfo', `100644,${git(['hash-object', '-w', '--stdin'], named)},${path}`]);
  }
  const who = ['-c', 'user.name=Operator', '-c', 'user.email=operator@example.com'];
  const commit = git([...who, 'commit-tree', git(['write-tree']), '-p', 'HEAD', '-m', NEXT]);
  git(['update-ref', git(['symbolic-ref', 'HEAD']), commit]);
  git(['tag', `v${NEXT}`, commit]);
}

/** Where the operator's own files lie, and is when commands are given. */
const FILES = '/root/files';
const fixture = (name: string) => readFileSync(join(CHECKOUT, 'packages/testing/fixtures', name), 'utf8');
const PARTIES = ['Acme Ltd', 'Acme Trading GmbH', 'Akme Ltd', 'Acme Trading Ltd'];
const GIVEN: Record<string, string> = {
  'ind-imports.csv': [
    'Date,Importer Name,Product Description,HS Code,Value (USD)',
    ...PARTIES.map((party, at) => `2026-08-0${at + 1},${party},Some goods,69072100,${at + 100}`),
  ].join('\n'),
  'june.csv': [
    'DECLARATION_NO,ITEM_NO,REG_DATE,HS,IMPORTER,ORIGIN,MODE,VALUE,STATUS',
    '10,1,02/06/2026,690721,Acme,CN,1,"1,000",ok',
  ].join('\n'),
  'vietnam.json': fileBelow('Mappings'),
  'france-2025.csv': 'Date,Importer Name,HS Code,Value (USD)\n2025-03-01,Acme Ltd,69072100,10\n',
  'hs.csv': fileBelow('The HS nomenclature'),
  'aduana/importaciones-marzo-2026.txt': fixture('cl-din-imports.txt'),
  'aduana/exportaciones-marzo-2026.txt': fixture('cl-dus-exports.txt'),
  'files/brazil/IMP_2026.csv': fixture('br-comexstat-imports.csv'),
  'files/chile/importaciones-marzo-2026.txt': fixture('cl-din-imports.txt'),
  'files/peru/ma.csv': fixture('pe-sunat-imports.csv'),
};
const LOAD_INDIA = 'tidewaiter load ind-imports.csv --country IND --trade IMPORT --accept';

const machines: BareMachine[] = [];
const servers: { stop(): Promise<void> }[] = [];
afterAll(async () => {
  for (const one of [...machines, ...servers]) await one.stop();
});

async function newMachine(prepare: (root: string) => void = () => {}): Promise<BareMachine> {
  const files = Object.entries(GIVEN).map(([name, content]) => [join(FILES, name), content]);
  const on = await bareMachine(Object.fromEntries(files), (root) => {
    makeRepository(root);
    prepare(root);
  });
  machines.push(on);
  return on;
}

const SERVICE = 'For good: a service, TLS, alarms';

/** Types what installs the service, with settings of its own. */
async function install(on: BareMachine, names: Record<string, string> = {}): Promise<void> {
  const port = await freePort();
  const settings = `PORT=${port}\\nPUBLIC_URL=http://127.0.0.1:${port}\\nBACKUP_TO=/var/backups/tidewaiter\\n`;
  const made = 'install -m 600 /dev/null /etc/tidewaiter.env';
  await on.run(linesBelow(SERVICE, { ...names, [made]: `${made}; printf '${settings}' > /etc/tidewaiter.env` }));
  expect(await on.run(['ps --format user:20= --pid $(cat /run/tidewaiter.pid)'])).toBe('tidewaiter\n');
}

/** A checkout that was built on another machine, as it would be built here again. */
const takeBuilt = (from: BareMachine, to: BareMachine, name: string) =>
  execFileSync('cp', ['-al', join(from.opt, 'tidewaiter'), join(to.opt, name)]);

const loadsOn = async (on: BareMachine) => JSON.parse(await on.run(['tidewaiter loads --json'])).loads;
const run = (on: BareMachine, ...lines: string[]) => on.run([`cd ${FILES}`, ...lines]);

it('leaves no line out that is not there', () => {
  const lines = BLOCKS.flatMap((block) => block.lines);
  for (const start of Object.keys(LEFT_OUT))
    expect(
      lines.filter((line) => line.startsWith(start)),
      start,
    ).not.toEqual([]);
});

describe.skipIf(NO_BARE_MACHINE !== '')(
  `on a bare machine${NO_BARE_MACHINE && ` (${NO_BARE_MACHINE})`}`,
  { timeout: 3_600_000 },
  () => {
    let first: BareMachine;
    let loads: unknown[];

    it('is installed as a service, and fed', async () => {
      first = await newMachine();
      await install(first);
      await run(first, LOAD_INDIA, ...linesBelow('Loading files'), ...linesBelow('Public sources'));
      const newest = `$(tidewaiter loads --json | node -p 'Math.max(...JSON.parse(fs.readFileSync(0)).loads.map((load) => load.loadId))')`;
      await run(first, ...linesBelow('Countries outside the catalogue', { LOAD: newest }));
      await run(
        first,
        ...linesBelow('One company under several names'),
        ...linesBelow('Hiding a party, a record or a country'),
      );
      await run(first, 'tidewaiter hs load hs.csv');
      loads = await loadsOn(first);
      expect(loads).toHaveLength(5);
    });

    it('is backed up, and restored on another machine', async () => {
      await run(first, 'tidewaiter backup', ...linesBelow('Backups', { '2026-11-24': dayOf(new Date()) }));
      const second = await newMachine((root) => {
        execFileSync('mkdir', ['-p', join(root, 'var/backups')]);
        execFileSync('cp', ['-a', join(first.written, 'var/backups/tidewaiter'), join(root, 'var/backups')]);
      });
      takeBuilt(first, second, 'tidewaiter');
      const [clone, build] = ['git clone REPOSITORY /opt/tidewaiter', 'npm ci && npm run build'];
      const isService = (line: string) => /^(useradd|install -d) /.test(line);
      const here = {
        VERSION: `v${NEXT}`,
        [COMMAND]: COMMAND,
        's3://bucket/prefix': '/var/backups/tidewaiter',
        'S3_ENDPOINT=https://…': '',
      };
      await run(second, ...linesBelow(SERVICE).filter(isService));
      await run(second, ...linesBelow('A new machine from a bucket', { [clone]: ':', [build]: ':', ...here }));
      await install(second, {
        [`${clone} && cd /opt/tidewaiter && ${build}`]: 'cd /opt/tidewaiter',
        useradd: ': useradd',
      });
      expect(await loadsOn(second)).toEqual(loads);
    });

    it('comes from the last release to this version, and goes back', async () => {
      const third = await newMachine();
      const release = { 'git clone REPOSITORY': `git clone --branch v${VERSION} REPOSITORY` };
      // The last release has no command for the service yet: of root its own takes the folder from a portal that is starting, and its portal reads
      // files itself. Nor may the service read all that its build makes.
      const deploy = { 'npm run build': `npm run build && chmod -R a+rX . && git checkout v${NEXT} -- deploy` };
      const isStarted = 'for _ in $(seq 600); do [ ! -e /var/lib/tidewaiter/control.sock ] || break; sleep 1; done';
      await install(third, { ...release, ...deploy, 'tidewaiter doctor': isStarted });
      // It makes its first backup at once, beside which nothing is loaded.
      const isBackingUp = "tidewaiter jobs list --kind backup --json | grep -qE 'WAITING|RUNNING'";
      await third.run([`for _ in $(seq 600); do ${isBackingUp} || break; sleep 1; done`]);
      await run(third, 'cp ind-imports.csv /srv', LOAD_INDIA.replace('ind-imports', '/srv/ind-imports'));
      const before = await loadsOn(third);
      takeBuilt(first, third, 'tidewaiter.new');
      const isBuilt = { 'git clone': ': git clone', 'npm ci && npm run build': ':' };
      await run(third, ...linesBelow('Upgrades', { ...isBuilt, VERSION: `v${NEXT}` }, 0));
      // A later version says other things of a load beside these.
      const counts = ({ loadId, report }: { loadId: number; report: { rowsLoaded: number } }) => [
        loadId,
        report.rowsLoaded,
      ];
      expect((await loadsOn(third)).map(counts)).toEqual(before.map(counts));
      await run(third, 'tidewaiter load june.csv --mapping vietnam.json --country VNM --trade import');
      await run(third, ...linesBelow('Upgrades', { VERSION: NEXT }, 1));
      expect(await loadsOn(third)).toEqual(before);
    });

    it.skipIf(POSTGRES === undefined)('moves to servers', async () => {
      const [database, records] = await Promise.all([startPostgres(POSTGRES ?? ''), startGateway()]);
      servers.push(database, records);
      const urls = {
        'DATABASE_URL=…': `DATABASE_URL=${database.url}`,
        'CLICKHOUSE_URL=…': `CLICKHOUSE_URL=${records.url()}`,
      };
      await run(first, ...linesBelow('Growing to servers', urls));
      expect(await loadsOn(first)).toEqual(loads);
    });

    it.skipIf(POSTGRES === undefined)('has left nothing of the guide untried', () => {
      const left = BLOCKS.filter((block) => !taken.has(block) && !block.lines.every(isLeftOut));
      expect(left).toEqual([]);
    });
  },
);
