import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { addDays, dayOf, firstOfMonth, OperatorError } from '@tidewaiter/contract';
import { writeDemoFiles, writeDemoRates } from '@tidewaiter/demo';
import { Loader, loadRates, shippedMapping } from '@tidewaiter/loader';
import { readDemoSignIn, removeDemoSignIn, writeDemoSignIn } from './demo-sign-in.js';
import type { Services } from './services.js';

const EMAIL = 'demo@tidewaiter.example';

/** Name of the mapping under which generated records are loaded. */
const MAPPING = 'demo-records';

/** The last day of the month before this one. */
function endOfLastMonth(): string {
  return addDays(firstOfMonth(dayOf(new Date())), -1);
}

/**
 * Fills an empty portal with generated records, through the same loader as any file, and opens the demo account. One that
 * was interrupted is completed.
 *
 * @throws OperatorError when the portal holds anything that is not the demo's
 */
export async function addDemo(
  services: Services,
  options: { rows: number; until?: string | undefined },
  onProgress: (label: string, done?: number) => void,
): Promise<{ records: number; email: string; password: string }> {
  const { records, accounts, dataFolder } = services;
  const loads = await records.loads.list();
  if (loads.some((load) => !load.demo) || readDemoSignIn(dataFolder) || !(await onlyDemoAccounts(services))) {
    throw new OperatorError('The demo goes into an empty data folder only.', [
      'Set TIDEWAITER_DATA_DIR to another folder, or take an earlier demo out with: npx tidewaiter demo --remove',
    ]);
  }
  if (loads.length === 0) await loadGenerated(services, options, onProgress);
  onProgress('opening the demo account');
  await accounts.people.users.removeDemo();
  const { user, password } = await accounts.people.newAccounts.create({
    email: EMAIL,
    firstname: 'Demo',
    lastname: 'Account',
    companyName: 'Tidewaiter',
    plan: 'Demo',
    countries: null,
    demo: true,
    // Its password is generated, kept with mode 0600 and goes with the demo: nobody chooses another one.
    mustChangePassword: false,
  });
  writeDemoSignIn(dataFolder, { email: user.email, password });
  const loaded = await records.loads.list();
  return { records: loaded.reduce((sum, load) => sum + load.report.rowsLoaded, 0), email: user.email, password };
}

async function onlyDemoAccounts({ accounts }: Services): Promise<boolean> {
  const everyone = await accounts.people.users.list();
  return everyone.every((user) => user.demo);
}

async function loadGenerated(
  { records, dataFolder }: Services,
  options: { rows: number; until?: string | undefined },
  onProgress: (label: string, done?: number) => void,
): Promise<void> {
  const mapping = await shippedMapping(MAPPING);
  if (!mapping) throw new Error(`the mapping ${MAPPING} does not ship`);
  const directory = await mkdtemp(join(dataFolder, 'demo-'));
  try {
    const until = options.until ?? endOfLastMonth();
    // With nothing loaded, rates in force are an operator's own.
    if ((await records.versions.current()).ratesVersion === 0) {
      await loadRates(records, await writeDemoRates({ directory, until }), { demo: true });
    }
    const files = await writeDemoFiles({
      directory,
      rows: options.rows,
      until,
      onProgress: (rows) => onProgress('generating demo records', rows),
    });
    await new Loader(records).load(
      { files: files.map(({ path, tradeType }) => ({ path, trade: tradeType })), mapping, demo: true },
      ({ phase }) => onProgress(`${phase} demo records`),
    );
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Takes all of the demo out: records, account, sign-in. */
export async function removeDemo(services: Services): Promise<{ records: number; accounts: number }> {
  const demoLoads = (await services.records.loads.list()).filter((load) => load.demo);
  await services.records.publication.unload(
    demoLoads.map((load) => load.loadId),
    { purge: true },
  );
  await services.records.rates.removeDemo();
  const removed = await services.accounts.people.users.removeDemo();
  removeDemoSignIn(services.dataFolder);
  return { records: demoLoads.reduce((sum, load) => sum + load.report.rowsLoaded, 0), accounts: removed };
}
