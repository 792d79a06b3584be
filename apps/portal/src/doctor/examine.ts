import type { Config } from '../app/config.js';
import type { Services } from '../app/services.js';
import { publicAddress } from './address.js';
import { type Finding, wrong } from './finding.js';
import * as machine from './machine.js';
import * as portal from './portal-state.js';

/**
 * Looks at everything that an operator must know of, and goes on where a look fails.
 *
 * @param deepMinutes for how long the files of the records are read; not at all unless it is said
 */
export async function examine(config: Config, services: Services, deepMinutes?: number): Promise<Finding[]> {
  const looks: Record<string, () => Finding | Finding[] | Promise<Finding | Finding[]>> = {
    disk: () => machine.disk(config),
    memory: () => machine.memory(),
    'open files': () => machine.openFiles(config),
    'data folder': () => machine.folder(config),
    lock: () => portal.lock(config),
    clock: () => portal.clock(services),
    locale: () => machine.locale(),
    engines: () => portal.engines(config, services),
    migrations: () => portal.migrations(services),
    records: () => portal.records(services),
    ...(deepMinutes !== undefined && { parts: () => portal.parts(services, deepMinutes) }),
    accounts: () => portal.accounts(services),
    ledger: () => portal.ledger(services),
    completeness: () => portal.completeness(services),
    archive: () => portal.archive(services),
    jobs: () => portal.jobs(services),
    mail: () => portal.mail(config, services),
    address: () => publicAddress(config),
    backup: () => portal.backups(config, services),
  };
  const found: Finding[] = [];
  for (const [check, look] of Object.entries(looks)) {
    try {
      found.push(...[await look()].flat());
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      found.push(wrong(check, `cannot be looked at: ${reason}`, 'Set LOG_LEVEL=debug and try again.'));
    }
  }
  return found;
}
