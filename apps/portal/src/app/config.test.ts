import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperatorError } from '@tidewaiter/contract';
import { describe, expect, it } from 'vitest';
import { openSettings, readConfig } from './config.js';

describe('the settings of the process', () => {
  it('have defaults, also for a variable that is set to nothing', () => {
    const bare = readConfig({}, '/srv');
    expect(bare).toMatchObject({ port: 3000, host: '127.0.0.1', dataFolder: '/srv/data', trustedProxies: 0 });
    expect(bare.databaseUrl).toBeUndefined();
    expect(readConfig({ PORT: '', DATABASE_URL: '', TIDEWAITER_DATA_DIR: '' }, '/srv')).toEqual(bare);
  });

  it.each([
    [{ PORT: '80a' }, 'PORT'],
    [{ PORT: '70000' }, 'PORT'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '0' }, 'TRUST_PROXY'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ MAX_CONNECTIONS: '3' }, 'MAX_CONNECTIONS'],
    [{ MAX_CONNECTIONS_PER_ADDRESS: 'many' }, 'MAX_CONNECTIONS_PER_ADDRESS'],
    [{ HSTS: 'on' }, 'HSTS'],
    [{ API_DOCS: 'no' }, 'API_DOCS'],
    [{ CONTENT_PROTECTION: 'none' }, 'CONTENT_PROTECTION'],
    [{ CLIENT_CREDENTIAL: 'nocolon' }, 'CLIENT_CREDENTIAL'],
    [{ TIDEWAITER_DATA_DIR: '/srv/{a,b}' }, 'TIDEWAITER_DATA_DIR'],
    [{ CLICKHOUSE_URL: 'clickhouse.example' }, 'CLICKHOUSE_URL'],
    [{ CLICKHOUSE_URL: 'tcp://user:hunter2@clickhouse.example:9000/' }, 'CLICKHOUSE_URL'],
    [{ CLICKHOUSE_URL: 'http://user:hunter2@clickhouse.example:8123/records?cluster=main' }, 'CLICKHOUSE_URL'],
    [{ CLICKHOUSE_CLUSTER: 'main' }, 'CLICKHOUSE_URL'],
    [{ TIDEWAITER_OAUTH_ISSUER: 'issuer.example' }, 'TIDEWAITER_OAUTH_ISSUER'],
    [{ TIDEWAITER_OAUTH_ISSUER: 'http://issuer.example' }, 'TIDEWAITER_OAUTH_ISSUER'],
    [{ TIDEWAITER_OAUTH_ISSUER: 'http://127.0.0.1.issuer.example' }, 'TIDEWAITER_OAUTH_ISSUER'],
    [{ TIDEWAITER_OAUTH_ISSUER: 'https://issuer.example/?tenant=1' }, 'TIDEWAITER_OAUTH_ISSUER'],
    [{ TIDEWAITER_OAUTH_AUDIENCE: 'portal' }, 'TIDEWAITER_OAUTH_ISSUER'],
    [{ CHAT_WIDGET_URL: 'chat.example/widget.js' }, 'CHAT_WIDGET_URL'],
    [{ CHAT_WIDGET_URL: 'http://chat.example/widget.js' }, 'CHAT_WIDGET_URL'],
    [{ CHAT_WIDGET_URL: 'javascript:alert(1)' }, 'CHAT_WIDGET_URL'],
    [{ CHAT_WIDGET_URL: 'https://user:hunter2@chat.example/widget.js' }, 'CHAT_WIDGET_URL'],
    [{ CHAT_WIDGET_URL: "https://chat.example;script-src'unsafe-inline'/widget.js" }, 'CHAT_WIDGET_URL'],
    [{ CHAT_WIDGET_URL: 'https://*.example/widget.js' }, 'CHAT_WIDGET_URL'],
    [{ CHAT_WIDGET_URL: 'https://a.example,b.example/widget.js' }, 'CHAT_WIDGET_URL'],
    [{ CLICKHOUSE_URL: 'http://clickhouse.example:8123/', CLICKHOUSE_CLUSTER: "a'b" }, 'CLICKHOUSE_CLUSTER'],
  ])('refuse %j by name', (variables, name) => {
    expect(() => readConfig(variables, '/srv')).toThrow(OperatorError);
    expect(() => readConfig(variables, '/srv')).toThrow(name);
    expect(() => readConfig(variables, '/srv')).not.toThrow('hunter2');
  });

  it('name a chat provider, and none unless they are told to', () => {
    expect(readConfig({}, '/srv').chatWidget).toBeUndefined();
    const { chatWidget } = readConfig({ CHAT_WIDGET_URL: 'https://Chat.example:8443/widget.js?key=1' }, '/srv');
    expect(chatWidget?.href).toBe('https://chat.example:8443/widget.js?key=1');
  });

  it('name an issuer of tokens, which are for the public address unless another audience is named', () => {
    const issuer = 'https://issuer.example/realms/main';
    const set = { TIDEWAITER_OAUTH_ISSUER: issuer, PUBLIC_URL: 'https://portal.example/' };
    const usual = { issuer, audience: 'https://portal.example', personClaim: 'email' };
    expect(readConfig(set, '/srv').issuer).toEqual(usual);
    const named = { ...set, TIDEWAITER_OAUTH_AUDIENCE: 'api://portal', TIDEWAITER_OAUTH_PERSON_CLAIM: 'upn' };
    expect(readConfig(named, '/srv').issuer).toEqual({ issuer, audience: 'api://portal', personClaim: 'upn' });
    const here = 'http://localhost:8080';
    expect(readConfig({ TIDEWAITER_OAUTH_ISSUER: here }, '/srv').issuer?.issuer).toBe(here);
    expect(readConfig({}, '/srv').issuer).toBeUndefined();
  });

  it('count the proxies that may say who is calling, and name a record server', () => {
    for (const [said, count] of Object.entries({ on: 1, 2: 2 }))
      expect(readConfig({ TRUST_PROXY: said }, '/srv').trustedProxies).toBe(count);
    const url = 'https://portal:secret@clickhouse.example:8443/records';
    const { recordServer } = readConfig({ CLICKHOUSE_URL: url, CLICKHOUSE_CLUSTER: 'main' }, '/srv');
    expect(recordServer).toEqual({ url, cluster: 'main' });
  });
});

it('tells of secrets that they were set, and no more', () =>
  expect(openSettings({ PORT: '80', SMTP_URL: 'smtp://user:pass@host', HOME: '/root' })).toEqual({
    PORT: '80',
    SMTP_URL: '(secret)',
  }));

it('come from files too: a file of them, and one for each secret', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidewaiter-settings-'));
  try {
    writeFileSync(join(folder, 'settings'), '# where it listens\nPORT=8080\nHOST=0.0.0.0\nSMTP_URL_FILE=smtp\n');
    writeFileSync(join(folder, 'smtp'), 'smtp://user:pass@host\n');
    const set = { TIDEWAITER_SETTINGS: 'settings', PORT: '9090' };
    // What the environment says goes before the file.
    expect(readConfig(set, folder)).toMatchObject({ port: 9090, host: '0.0.0.0', smtpUrl: 'smtp://user:pass@host' });
    expect(openSettings(set, folder)).toEqual({ PORT: '9090', HOST: '0.0.0.0', SMTP_URL: '(secret)' });
    const refused = (variables: NodeJS.ProcessEnv) => expect(() => readConfig(variables, folder));
    refused({ SMTP_URL_FILE: 'absent' }).toThrow(/^SMTP_URL_FILE names .*absent, which cannot be read \(ENOENT\)\.$/);
    refused({ SMTP_URL_FILE: 'smtp', SMTP_URL: 'smtp://other' }).toThrow(/^SMTP_URL and SMTP_URL_FILE are both set/);
    writeFileSync(join(folder, 'settings'), 'PROT=8080\n');
    refused(set).toThrow('settings sets PROT, which is no setting.');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
