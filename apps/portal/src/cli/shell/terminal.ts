import { createInterface } from 'node:readline';
import { SingleBar } from 'cli-progress';
import { type CommandContext, NoAnswer, type ProgressStep } from './context.js';

/** Whoever read along may have gone (`tidewaiter loads | head`): what is under way, perhaps a load, is not ended by that. */
function outliveReader(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

function askLine(prompt: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input: process.stdin, output: process.stdout });
    let answer: string | undefined;
    lines.on('SIGINT', () => lines.close());
    lines.on('close', () => {
      if (answer !== undefined) return resolve(answer);
      process.stdout.write('\n');
      reject(new NoAnswer());
    });
    lines.question(prompt, (line) => {
      answer = line;
      lines.close();
    });
  });
}

/** To the corner, each line to its end, and what is left below. */
const [HOME, REST_OF_LINE, REST_OF_PAGE] = ['\x1b[H', '\x1b[K', '\x1b[J'];

/** A context's voice in a terminal: lines to stdout and stderr, and a progress bar when a person watches. */
export function terminal(): Pick<CommandContext, 'isTerminal' | 'out' | 'err' | 'progress' | 'ask'> {
  for (const stream of [process.stdout, process.stderr]) outliveReader(stream);
  let bar: SingleBar | undefined;
  const stop = () => {
    bar?.stop();
    bar = undefined;
  };
  return {
    isTerminal: process.stdout.isTTY === true,
    out(text, how) {
      stop();
      const page = how?.over && `${HOME}${text.replaceAll('\n', `${REST_OF_LINE}\n`)}${REST_OF_LINE}${REST_OF_PAGE}`;
      process.stdout.write(`${page ?? text}\n`);
    },
    err(text) {
      stop();
      process.stderr.write(`${text}\n`);
    },
    progress(step: ProgressStep | null) {
      if (!process.stderr.isTTY) return;
      if (step === null) return stop();
      if (!bar) {
        bar = new SingleBar({ format: '{bar} {percentage}%  {label}', hideCursor: true, clearOnComplete: true });
        bar.start(1, 0, { label: step.label });
      }
      if (step.total) bar.setTotal(step.total);
      bar.update(step.done ?? step.total ?? 0, { label: step.label });
    },
    ask:
      process.stdin.isTTY && process.stdout.isTTY
        ? (prompt) => {
            stop();
            return askLine(prompt);
          }
        : undefined,
  };
}
