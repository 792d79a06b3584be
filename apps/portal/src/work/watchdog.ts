/** Ends a process whose event loop stands: it answers nobody, and hears no signal but the one that kills. */
import { url as debuggerUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';
import { Work } from './work.js';

/** Also where the sources are run: a thread takes what is built. */
const THREAD = new URL('../../dist/work/watchdog-thread.js', import.meta.url);

/** How often the loop says that it goes on, and the thread looks whether it did, in milliseconds. */
const BEAT_MS = 500;

/** What the thread is given. */
export interface Watched {
  /** How often the loop has said that it goes on, and whether somebody debugs the process, who may hold it for as long as they like. */
  beats: Int32Array;
  beatMs: number;
  seconds: number;
  /** The name of the global function that says what is worked on: the thread calls it in the middle of what does not end. */
  underWay: string;
}

/**
 * Has a thread beside the event loop end the process (SIGKILL) where the loop has stood for so many seconds, with a line on standard error
 * that names what was worked on and where in the code it stood. The thread counts its own beats: while the machine sleeps or the
 * process is stopped, neither goes on.
 *
 * @param seconds 0 watches nothing
 */
export function startWatchdog(seconds: number): { stop(): Promise<unknown> } {
  if (seconds === 0) return { stop: async () => {} };
  const beats = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const underWay = 'tidewaiterUnderWay';
  Object.defineProperty(globalThis, underWay, { configurable: true, value: () => Work.current?.told });
  const timer = setInterval(() => {
    Atomics.add(beats, 0, 1);
    Atomics.store(beats, 1, Number(debuggerUrl() !== undefined));
  }, BEAT_MS);
  timer.unref();
  const workerData: Watched = { beats, beatMs: BEAT_MS, seconds, underWay };
  const thread = new Worker(THREAD, { execArgv: [], workerData });
  thread.unref();
  return {
    stop() {
      clearInterval(timer);
      return thread.terminate();
    },
  };
}
