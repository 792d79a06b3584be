import { Writable } from 'node:stream';
import type { Config } from '../src/app/config.js';
import type { Services } from '../src/app/services.js';
import { createServer } from '../src/http/server.js';
import type { TestPortal } from './portal.js';

/** Another server over what a portal has, whose log is kept. */
export async function loggedServer(
  { services, config }: TestPortal,
  settings: Partial<Config> = {},
  changes: Partial<Services> = {},
) {
  const log: string[] = [];
  const logTo = new Writable({
    write(chunk: Buffer, _, done) {
      log.push(chunk.toString());
      done();
    },
  });
  const app = await createServer({ ...services, ...changes }, { ...config, ...settings }, logTo);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { app, url, logged: () => log.join('') };
}
