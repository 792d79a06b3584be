import { startPortal } from './portal.js';
import { expect } from './test.js';
import { callTest as test } from './visits.js';

test('a portal that does not start in its time is ended by who started it', async () => {
  const failed = await startPortal({}, 1).then(
    (portal) => portal.stop(),
    (error: Error) => error.message,
  );
  const [, pid = ''] = /^the portal, process (\d+), ended before it was ready/.exec(failed ?? '') ?? [];
  expect(Number(pid)).toBeGreaterThan(0);
  expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
});
