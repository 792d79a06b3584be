/** What each suite takes of the processor, for the end of `npm test` to name the dearest: on a shared machine the clock says little. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, expect } from 'vitest';

/** Where the suites' figures are gathered, one line of JSON each; without it, none are. */
const INTO = process.env.TIDEWAITER_SUITE_COSTS;

/** Ticks of the kernel's clock in a second, in which it counts the time of a process. */
const TICKS = 100;

/** Seconds of the processor that this process has used, its threads among them, and those of its children that have ended. */
function secondsUsed(): number {
  const { user, system } = process.cpuUsage();
  const own = (user + system) / 1e6;
  if (!existsSync('/proc/self/stat')) return own;
  // After the command's name, which may hold anything: state, then numbers; the children's times are the 14th and 15th.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return own + (Number(fields[13]) + Number(fields[14])) / TICKS;
}

if (INTO !== undefined) {
  // Before the suite's own modules are read: that is a part of what it takes.
  const before = secondsUsed();
  afterAll(() => {
    const suite = relative(process.cwd(), expect.getState().testPath ?? '');
    appendFileSync(INTO, `${JSON.stringify({ suite, seconds: secondsUsed() - before })}\n`);
  });
}
