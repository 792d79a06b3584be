/** The process of `run-as-owner.ts`: one command of root, run as the owner of the data folder. It ends with whoever has started it. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { readConfig } from '../app/config.js';
import { openedLater } from '../app/services.js';
import { listenForCommands } from './control.js';

process.umask(0o077);
process.once('disconnect', () => process.exit(1));
const [told] = await once(process, 'message');
const { cwd, purpose } = z.object({ cwd: z.string(), purpose: z.string() }).parse(told);
const config = readConfig(process.env, cwd);
const folder = await mkdtemp(join(tmpdir(), 'tidewaiter-as-owner-'));
const stores = openedLater(config, purpose, (line) => process.stderr.write(`${line}\n`));
const socket = join(folder, 'control.sock');
const server = await listenForCommands(socket, { config, isPortal: false, scratch: folder, ...stores });
const end = once(process, 'message');
process.send?.(socket);
await end;
server.close();
await stores.close();
await rm(folder, { recursive: true, force: true });
process.exit(0);
