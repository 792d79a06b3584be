/** What runs beside the event loop for `startWatchdog`, and ends the process where that stands. */
import { writeSync } from 'node:fs';
import { type Runtime, Session } from 'node:inspector';
import { basename } from 'node:path';
import { workerData } from 'node:worker_threads';
import type { Watched } from './watchdog.js';

const { beats, beatMs, seconds, underWay } = workerData as Watched;

/** How long the loop may take to say where it stands, in milliseconds: code that is not JavaScript says nothing. */
const SAYS_WITHIN_MS = 3_000;

/** Innermost functions that are named. */
const FRAMES = 4;

let seen = Atomics.load(beats, 0);
let stood = 0;
const timer = setInterval(() => {
  const now = Atomics.load(beats, 0);
  const isHeld = now === seen && Atomics.load(beats, 1) === 0;
  stood = isHeld ? stood + 1 : 0;
  seen = now;
  if (stood * beatMs < seconds * 1000) return;
  clearInterval(timer);
  askWhere();
}, beatMs);

/** Stops the loop where it is, by the protocol of debuggers, and asks there for whom it works: that is known to whatever runs there alone. */
function askWhere(): void {
  setTimeout(() => end('something that is not JavaScript', ''), SAYS_WITHIN_MS);
  const session = new Session();
  session.connectToMainThread();
  const paths = new Map<string, string>();
  session.on('Debugger.scriptParsed', ({ params: { scriptId, url } }) => paths.set(scriptId, url));
  session.on('Debugger.paused', ({ params: { callFrames } }) => {
    const where = callFrames
      .slice(0, FRAMES)
      .map(({ functionName, location: { scriptId, lineNumber } }) => {
        return `${functionName || 'a function'} (${basename(paths.get(scriptId) ?? '')}:${lineNumber + 1})`;
      })
      .join(' < ');
    const [{ callFrameId } = { callFrameId: '' }] = callFrames;
    const asked = { callFrameId, expression: `globalThis.${underWay}?.()`, returnByValue: true };
    session.post('Debugger.evaluateOnCallFrame', asked, (_, answer?: { result: Runtime.RemoteObject }) =>
      end(answer?.result.value ?? "the portal's own work", where),
    );
  });
  session.post('Debugger.enable');
  session.post('Debugger.pause');
}

function end(work: unknown, where: string): void {
  const stands = `The event loop has stood still for ${seconds} seconds: nobody is answered. The process ends, so that what supervises it starts it anew.`;
  try {
    writeSync(2, `${stands} Under way: ${work}${where && `, in ${where}`}\n`);
  } finally {
    process.kill(process.pid, 'SIGKILL');
  }
}
