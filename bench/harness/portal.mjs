/** The built portal, as a process that serves. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createClient } from '@tidewaiter/contract';
import { COMMAND } from '../../scripts/setup.mjs';

/** The environment of a portal of its own in a folder. */
export const environmentIn = (folder) => ({
  ...process.env,
  TIDEWAITER_DATA_DIR: folder,
  PORT: '0',
  LOG_LEVEL: 'silent',
  RATE_LIMITS: 'off',
  UPGRADE_COPY: 'off',
});

/** Opens an account by the command line, whose password stays. @returns its address and password */
export function openAccount(env, name) {
  const who = ['--firstname', 'Ada', '--lastname', 'Bay', '--company', name, '--keep-password', '--json'];
  const args = [COMMAND, 'account', 'create', `${name}@example.com`, ...who];
  return JSON.parse(execFileSync(process.execPath, args, { env, encoding: 'utf8' }));
}

/** @returns where it answers, once it is ready, and what ends it */
export async function startPortal(env) {
  const portal = spawn(process.execPath, [COMMAND, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise((resolve, reject) => {
    portal.stdout.on('data', (chunk) => {
      const ready = /ready at (\S+)/.exec(chunk.toString());
      if (ready) resolve(ready[1]);
    });
    portal.once('exit', () => reject(new Error('the portal ended')));
  });
  return {
    url,
    async stop() {
      const ended = once(portal, 'exit');
      portal.kill('SIGTERM');
      const late = setTimeout(() => portal.kill('SIGKILL'), 30_000);
      await ended;
      clearTimeout(late);
    },
  };
}

/** Signs in as a browser does. */
export async function signIn(url, { email, password }) {
  let token = null;
  const client = createClient({ baseUrl: url, credential: 'tidewaiter-web:', token: () => token });
  ({ token } = await client.login({ email, password }));
  return { client, token };
}
