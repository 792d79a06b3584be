/** What is measured in a process of its own. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BENCH = join(import.meta.dirname, '..');

/** What a program of the benches says of its work; null where it failed. */
export function inOwnProcess(program, ...args) {
  const { status, stdout } = spawnSync(process.execPath, ['--expose-gc', join(BENCH, program), ...args.map(String)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return status === 0 ? JSON.parse(stdout) : null;
}

/** Says, for `inOwnProcess`, what a piece of work took: by the clock, of the processor, and of memory beyond what was there before. */
export async function tellUsage(work) {
  globalThis.gc?.();
  const idle = process.memoryUsage.rss();
  let peak = idle;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  const [started, before] = [performance.now(), process.cpuUsage()];
  const facts = await work();
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(before);
  clearInterval(watch);
  const processorSeconds = (user + system) / 1e6;
  const peakMiB = process.resourceUsage().maxRSS / 1024;
  console.log(JSON.stringify({ ...facts, seconds, processorSeconds, peakMiB, moreMiB: (peak - idle) / 2 ** 20 }));
}

/** Works in a folder that is gone afterwards. */
export async function inTemporaryFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'tidewaiter-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
