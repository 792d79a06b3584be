import { arch, platform, release } from 'node:os';
import { type Config, openSettings } from '../app/config.js';
import type { Services } from '../app/services.js';
import { VERSION } from '../app/version.js';
import type { Finding } from './finding.js';

/** Settings that are no secret, and yet somebody's: an address of a person or of a machine. */
const SOMEBODYS = ['MAIL_FROM', 'OPERATOR_EMAIL', 'CONTACT_MAIL'];

/**
 * What whoever helps needs to know, as the text of a file: versions, settings that are no secret, what was found, the
 * loads by their numbers. No names of people, companies or files, and nothing of anybody's records.
 */
export async function bundleOf(config: Config, services: Services, findings: readonly Finding[]): Promise<string> {
  const settings = Object.entries(openSettings(process.env)).filter(([name]) => !SOMEBODYS.includes(name));
  const { version: dataVersion } = await services.records.versions.current();
  const loads = await services.records.loads.list();
  const about = {
    version: VERSION,
    at: new Date().toISOString(),
    runtime: { node: process.version, platform: platform(), release: release(), arch: arch() },
    stores: {
      records: config.recordServer === undefined ? 'embedded' : 'server',
      accounts: config.databaseUrl === undefined ? 'embedded' : 'server',
    },
    settings: Object.fromEntries(settings),
    findings,
    dataVersion,
    loads: loads.map(({ loadId, country, tradeType, loadedAt, bytes }) => ({
      loadId,
      country,
      tradeType,
      loadedAt,
      bytes,
    })),
  };
  return `${JSON.stringify(about, null, 2)}\n`;
}
