/** A portal in a process of its own, which says how long its event loop was held. */
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const started = performance.now();
const [folder, rows] = [process.argv[2], Number(process.argv[3] ?? 0)];
const dist = new URL('../../apps/portal/dist/', import.meta.url);
const { readConfig } = await import(new URL('app/config.js', dist));
const { openServices } = await import(new URL('app/services.js', dist));
const { createServer } = await import(new URL('http/server.js', dist));
const { startBackgroundWork } = await import(new URL('jobs/housekeeping.js', dist));

const config = readConfig(
  { ...process.env, TIDEWAITER_DATA_DIR: folder, LOG_LEVEL: 'silent', RATE_LIMITS: 'off' },
  folder,
);
/** What the thread of the event loop has had of the processor, in milliseconds; on Linux. Other work on the machine does not count. */
const processor = () => Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const services = await openServices(config, 'bench');
const app = await createServer(services, config);
const url = await app.listen({ port: 0, host: '127.0.0.1' });
const up = performance.now() - started;
if (rows > 0) {
  const { fill } = await import('./fill.mjs');
  const { user, password } = await services.accounts.newAccounts.create({
    ...{
      email: 'large@large.example',
      firstname: 'Ada',
      lastname: 'Bay',
      companyName: 'Acme',
      plan: 'Operator',
      countries: null,
    },
  });
  const { QUESTION } = await import('./calls.mjs');
  await fill(services, { owner: user.id, question: QUESTION, rows });
  process.send({ email: user.email, password });
} else {
  const work = await startBackgroundWork(services, config, app.log);
  process.send({ url, up, hold: delay.max / 1e6, worked: processor() });
  let before = 0;
  process.on('message', (asked) => {
    if (asked === 'begin') {
      delay.reset();
      // The first turn after it is not counted.
      setTimeout(() => {
        before = processor();
        process.send('begun');
      }, 20);
    }
    // A turn that was held is counted when it has ended.
    if (asked === 'end') setTimeout(() => process.send({ hold: delay.max / 1e6, worked: processor() - before }), 5);
  });
  process.once('disconnect', () => work.stop());
}
process.once('disconnect', async () => {
  await app.close();
  await services.close();
  process.exit(0);
});
