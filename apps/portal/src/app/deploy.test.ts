/** The files of `deploy/`: they can be read, and every setting that they give the portal is one. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig, SETTINGS } from './config.js';

const DEPLOY = join(import.meta.dirname, '../../../../deploy');
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

it.each([
  ['Containerfile', /^ENV (.*)$/gm],
  ['tidewaiter.service', /^Environment=(.*)$/gm],
])('%s names settings that there are', (name, line) => {
  const pairs = [...read(name).matchAll(line)].flatMap(([, words = '']) => words.split(' '));
  expect(pairs.length).toBeGreaterThan(0);
  mustBeSettings(Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string])));
});
