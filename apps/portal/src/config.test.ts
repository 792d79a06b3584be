import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.js';

describe('the settings of the process', () => {
  it('have defaults, also for a variable that is set to nothing', () => {
    const bare = readConfig({}, '/srv');
    expect(bare).toMatchObject({ port: 3000, host: '127.0.0.1', dataFolder: '/srv/data', trustProxy: false });
    expect(bare.databaseUrl).toBeUndefined();
    expect(readConfig({ PORT: '', DATABASE_URL: '', TIDEWAITER_DATA_DIR: '' }, '/srv')).toEqual(bare);
  });

  it.each([
    [{ PORT: '80a' }, 'PORT'],
    [{ PORT: '70000' }, 'PORT'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ CLIENT_CREDENTIAL: 'nocolon' }, 'CLIENT_CREDENTIAL'],
    [{ TIDEWAITER_DATA_DIR: '/srv/{a,b}' }, 'TIDEWAITER_DATA_DIR'],
  ])('refuse %j by name', (variables, name) => {
    expect(() => readConfig(variables, '/srv')).toThrow(ConfigError);
    expect(() => readConfig(variables, '/srv')).toThrow(name);
  });
});
