import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../app/config.js';
import { controlSocketPath } from '../app/data-folder.js';
import { demoSignInLine, readDemoSignIn } from '../app/demo-sign-in.js';
import type { Services } from '../app/services.js';
import { createServer } from '../http/server.js';
import { startBackgroundWork } from '../jobs/housekeeping.js';
import { startWatchdog } from '../work/watchdog.js';
import { missingInWords } from './commands/loads.js';
import { listenForCommands, portalAsHost } from './control.js';
import type { CommandContext } from './shell/context.js';

/**
 * Runs the portal until the process is told to stop.
 *
 * @param opening its stores, which may still be being opened
 */
export async function serve(
  config: Config,
  context: Pick<CommandContext, 'out' | 'err' | 'isTerminal'>,
  opening: Promise<Services>,
): Promise<void> {
  const { out } = context;
  const told = new Promise<void>((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
  const services = await opening;
  // Not before: an engine that is opened may hold the loop for as long as it has files.
  const watchdog = startWatchdog(config.watchdogSeconds);
  for (const line of await missingInWords(services.records)) context.err(line);
  const app = await createServer(services, config);
  const socket = controlSocketPath(config.dataFolder);
  const control = await listenForCommands(socket, portalAsHost(services, config));
  const background = await startBackgroundWork(services, config, app.log);
  const close = async () => {
    services.stopping.abort();
    background.stop();
    control.close();
    control.closeIdleConnections();
    try {
      await app.close();
    } finally {
      // Before the lock goes: after it, the socket may be the next portal's.
      rmSync(socket, { force: true });
      await watchdog.stop();
      await services.close();
    }
  };
  const address = await app.listen({ port: config.port, host: config.host }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  out(`Tidewaiter is ready at ${address}`);
  services.records.keepWarm();
  const demo = readDemoSignIn(config.dataFolder);
  if (demo) out(demoSignInLine(demo, config.dataFolder, context.isTerminal));
  await told;
  // Whoever is in a hurry says it twice.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  out('Stopping …');
  services.isLeaving = true;
  await sleep(config.stopDelay * 1000);
  await close();
}
