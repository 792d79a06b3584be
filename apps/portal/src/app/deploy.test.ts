/** The files of `deploy/`: they can be read, and every setting that they give the portal is one. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig, SETTINGS } from './config.js';

const CHECKOUT = join(import.meta.dirname, '../../../..');
const DEPLOY = join(CHECKOUT, 'deploy');
const read = (name: string) => readFileSync(join(DEPLOY, name), 'utf8');

interface Service {
  image: string;
  environment?: Record<string, string>;
  volumes?: string[];
  depends_on?: Record<string, unknown> | string[];
}
interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
}

/** Of Node.js itself. */
const OTHERS = ['NODE_ENV'];
const mustBeSettings = (settings: Record<string, string>) => {
  for (const name of Object.keys(settings)) expect([...Object.keys(SETTINGS), ...OTHERS]).toContain(name);
  readConfig(settings, '/');
};

const COMPOSED = readdirSync(DEPLOY).filter((name) => /^compose.*\.yml$/.test(name));
it('there is one for a machine and one for servers', () =>
  expect(COMPOSED.sort()).toEqual(['compose.servers.yml', 'compose.yml']));

it.each(COMPOSED)('%s names settings, volumes and services that there are', (name) => {
  const { services, volumes } = parse(read(name), { merge: true }) as Compose;
  const portals = Object.values(services).filter(({ image }) => image === 'tidewaiter');
  expect(portals.length).toBeGreaterThan(0);
  // The files' own variables are a name: `${PUBLIC_HOST:?…}`.
  const given = (text: string) => text.replace(/\$\{[^}]*\}/g, 'trade.example');
  const servers = name === 'compose.yml' ? {} : { DATABASE_URL: 'postgres://x', CLICKHOUSE_URL: 'http://a:b@c:8123/d' };
  for (const { environment = {} } of portals)
    mustBeSettings({
      ...servers,
      ...Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, given(value)])),
    });
  for (const { volumes: used = [], depends_on: needs = {} } of Object.values(services)) {
    for (const volume of used.map((text) => text.split(':')[0] ?? '').filter((source) => !source.startsWith('.')))
      expect(Object.keys(volumes)).toContain(volume);
    for (const other of Array.isArray(needs) ? needs : Object.keys(needs))
      expect(Object.keys(services)).toContain(other);
  }
  for (const caddy of Object.values(services).filter(({ image }) => image.includes('caddy')))
    for (const upstream of (caddy.environment?.PORTAL ?? '').split(' '))
      expect(Object.keys(services)).toContain(upstream.replace(':3000', ''));
});

it('the chart names values and settings that there are, and makes objects of its templates', () => {
  const values = parse(read('helm/values.yaml')) as { settings: Record<string, string> };
  mustBeSettings(values.settings);
  const templates = readdirSync(join(DEPLOY, 'helm/templates')).map((name) => read(`helm/templates/${name}`));
  const valueAt = (path: string) =>
    path.split('.').reduce<unknown>((within, key) => (within as Record<string, unknown> | undefined)?.[key], values);
  const named = [...templates.join().matchAll(/\.Values\.([\w.]+)/g)].map(([, path = '']) => path);
  expect(named.filter((path) => valueAt(path) === undefined)).toEqual([]);
  // What a template says is taken out by lines, and stands for one word elsewhere: what is left must be YAML.
  const made = templates.flatMap((text) =>
    parseAllDocuments(text.replace(/^\s*\{\{-.*\}\}$/gm, '').replace(/\{\{[^}]*\}\}/g, 'filled')),
  );
  const objects = made.flatMap((document) => (document.errors.length > 0 ? document.errors : (document.toJS() ?? [])));
  const kinds = ['Deployment', 'Ingress', 'PersistentVolumeClaim', 'Service'];
  expect(objects.map(({ kind, message }) => kind ?? message).sort()).toEqual(kinds);
});

interface Rules {
  groups: { rules: { alert: string }[] }[];
}
interface RuleTests {
  tests: { alert_rule_test: { alertname: string; exp_alerts?: unknown[] }[] }[];
}

it('each alarm is tried where it rings and where it is silent', (context) => {
  const alarms = (parse(read('alerts.yml')) as Rules).groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
  const tried = (parse(read('alerts_test.yml')) as RuleTests).tests.flatMap((one) => one.alert_rule_test);
  const of = (rings: boolean) =>
    tried.filter(({ exp_alerts }) => (exp_alerts !== undefined) === rings).map((one) => one.alertname);
  for (const side of [of(true), of(false)]) expect(alarms.filter((alarm) => !side.includes(alarm))).toEqual([]);
  const { error, status, stdout } = spawnSync('promtool', ['test', 'rules', join(DEPLOY, 'alerts_test.yml')]);
  if (error) return context.skip('promtool is not installed (apt-get install prometheus)');
  expect([status, String(stdout)]).toEqual([0, expect.stringContaining('SUCCESS')]);
});

it('the proxy ends a call whose caller leaves, so that the portal stops working on it', () => {
  // Below zero, the interval makes Caddy wait for the whole answer of whoever left.
  expect(read('Caddyfile')).not.toMatch(/flush_interval\s+-/);
});

it.each([
  ['Containerfile', /^ENV (.*)$/gm],
  ['tidewaiter.service', /^Environment=(.*)$/gm],
])('%s names settings that there are', (name, line) => {
  const pairs = [...read(name).matchAll(line)].flatMap(([, words = '']) => words.split(' '));
  expect(pairs.length).toBeGreaterThan(0);
  mustBeSettings(Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string])));
});

const LINES = readFileSync(join(CHECKOUT, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const source = line.replace('!', '').replaceAll('.', '\\.').replaceAll('**/', '(.+/)?').replaceAll(/\*/g, '[^/]*');
    return { takes: line.startsWith('!'), pattern: new RegExp(`^${source}$`) };
  });

/** Whether a file goes into an image: the last line of `.dockerignore` that names it or a folder above it says so. */
function isInImage(path: string): boolean {
  const above = [...path.matchAll(/\/|$/g)].map(({ index }) => path.slice(0, index));
  return LINES.findLast(({ pattern }) => above.some((one) => pattern.test(one)))?.takes ?? true;
}

const trackedFiles = () => execFileSync('git', ['ls-files'], { cwd: CHECKOUT, encoding: 'utf8' }).trim().split('\n');

it('an image is made of all that the portal is built from, and of nothing that tests it', () => {
  const sources = trackedFiles().filter(
    (path) => /^(apps|packages)\//.test(path) && !path.endsWith('/drizzle.config.ts'),
  );
  const isOfTests = (path: string) =>
    /\.test\.ts$|^(apps|packages)\/[^/]+\/testing\/|^packages\/testing\/[^/]+\//.test(path);
  expect(sources.filter((path) => isInImage(path) === isOfTests(path))).toEqual([]);
  // Buildah does not look into a folder that a pattern alone brings back.
  expect(LINES.filter(({ takes, pattern }) => takes && pattern.source.includes('*'))).toEqual([]);
});

/** What lies in a checkout at work beside what is in the repository. */
const SECRETS = ['.env', '.env.local', 'portal.env', 'secrets/postgres', '.git/config', 'key.pem', 'id_ed25519'];

it('an image holds nothing that git would not clone, wherever in the checkout it lies', () => {
  const tracked = trackedFiles();
  const ignored = readFileSync(join(CHECKOUT, '.gitignore'), 'utf8').trim().split('\n');
  const beside = [
    ...SECRETS,
    ...ignored.map((line) => (line.endsWith('/') ? `${line}kept.json` : line.replace('*', 'kept'))),
  ];
  const folders = new Set(tracked.map((path) => path.slice(0, path.lastIndexOf('/') + 1)));
  const planted = [...folders].flatMap((folder) => beside.map((path) => `${folder}${path}`));
  expect(planted.length).toBeGreaterThan(1000);
  expect(planted.filter((path) => isInImage(path) && !tracked.includes(path))).toEqual([]);
});
