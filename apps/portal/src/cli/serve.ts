import { rmSync } from 'node:fs';
import type { Config } from '../config.js';
import { controlSocketPath } from '../house/data-folder.js';
import { demoSignInLine, readDemoSignIn } from '../house/demo-sign-in.js';
import { openHouse } from '../house/house.js';
import { startBackgroundWork } from '../house/housekeeping.js';
import { createServer } from '../http/server.js';
import type { CommandContext } from './context.js';
import { listenForCommands } from './control.js';

/** Runs the portal until the process is told to stop. */
export async function serve(
  config: Config,
  context: Pick<CommandContext, 'out' | 'err' | 'isTerminal'>,
): Promise<void> {
  const { out } = context;
  const told = new Promise<void>((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
  const house = await openHouse(config, 'tidewaiter serve', context.err);
  const app = await createServer(house, config);
  const socket = controlSocketPath(config.dataFolder);
  const control = await listenForCommands(socket, house);
  const background = await startBackgroundWork(house, app.log);
  const close = async () => {
    background.stop();
    control.close();
    control.closeIdleConnections();
    await app.close();
    // Before the lock goes: after it, the socket may be the next portal's.
    rmSync(socket, { force: true });
    await house.close();
  };
  const address = await app.listen({ port: config.port, host: config.host }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  out(`Tidewaiter is ready at ${address}`);
  const demo = readDemoSignIn(config.dataFolder);
  if (demo) out(demoSignInLine(demo, config.dataFolder, context.isTerminal));
  await told;
  out('Stopping …');
  await close();
}
