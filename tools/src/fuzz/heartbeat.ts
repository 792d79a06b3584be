/**
 * Asks a portal whether it lives, many times a second, on a thread of its own, and tells of each time in which the portal's loop was held
 * longest. What either thread waited for a processor is left out (Linux): a busy machine is no fault of the portal's.
 */
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** Between two beats, in milliseconds. */
const PAUSE = 20;

const { port, pid } = workerData as { port: number; pid: number };
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** For how long a thread has worked, and waited for a processor, in milliseconds; 0 where nobody tells. */
function spent(thread: string): { worked: number; waited: number } {
  try {
    const [worked, waited] = readFileSync(`/proc/${thread}/schedstat`, 'utf8').split(' ');
    return { worked: Number(worked) / 1e6, waited: Number(waited) / 1e6 };
  } catch {
    return { worked: 0, waited: 0 };
  }
}

/** The portal's, and this one. */
const both = () => [spent(`${pid}/task/${pid}`), spent('thread-self')] as const;

const beat = () =>
  new Promise<void>((resolve, reject) => {
    const call = get({ port, path: '/health/live', agent }, (answer) => answer.resume().on('end', resolve));
    call.on('error', reject);
  });

for (;;) {
  const [begun, [portal, own]] = [performance.now(), both()];
  await beat().catch(() => {});
  const [portalNow, ownNow] = both();
  const held = performance.now() - begun - (portalNow.waited - portal.waited) - (ownNow.waited - own.waited);
  parentPort?.postMessage({ held: Math.round(held), worked: Math.round(portalNow.worked - portal.worked) });
  await sleep(PAUSE);
}
