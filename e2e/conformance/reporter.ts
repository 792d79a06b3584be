import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** What became of a point. */
interface Outcome {
  id: string;
  /** The section of the specification. */
  section: number;
  sentence: string;
  outcome: 'holds' | 'differs' | 'fails';
  /** Of one that differs: the line of `docs/deviations.md`. */
  deviation?: string | undefined;
  /** Of one that fails: why. */
  said?: string;
}

const FILE = fileURLToPath(new URL('../../test-results/conformance-points.json', import.meta.url));

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Of what a failed point said. */
const SAID_LINES = 14;

/** Says what became of each point, and at the end how many hold, differ as written, and fail. */
export default class ConformanceReporter implements Reporter {
  private readonly outcomes: Outcome[] = [];
  /** What went wrong outside of any point. */
  private readonly errors: string[] = [];

  printsToStdio(): boolean {
    return true;
  }

  onError({ message }: { message?: string }): void {
    this.errors.push(stripVTControlCharacters(message ?? 'failed without saying why'));
  }

  onTestEnd({ title }: TestCase, { status, errors, annotations }: TestResult): void {
    const [, id = '', sentence = ''] = /^(\S+) (.*)$/s.exec(title) ?? [];
    const deviation = annotations.find(({ type }) => type === 'deviation')?.description;
    const said = stripVTControlCharacters(errors.map(({ message }) => message).join('\n') || status);
    const outcome = status !== 'passed' ? 'fails' : deviation === undefined ? 'holds' : 'differs';
    this.outcomes.push({
      ...{ id, section: Number.parseInt(id, 10), sentence, outcome, deviation },
      ...(outcome === 'fails' && { said }),
    });
    const why = outcome === 'fails' ? `\n${said.split('\n').slice(0, SAID_LINES).join('\n')}\n` : '';
    say(`${outcome.padEnd(8)}${id.padEnd(7)}${sentence}${why}`);
  }

  onEnd({ status }: FullResult): void {
    const inOrder = this.outcomes.toSorted((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }));
    const of = (outcome: Outcome['outcome']) => inOrder.filter((point) => point.outcome === outcome);
    writeFileSync(FILE, `${JSON.stringify(inOrder, null, 2)}\n`);
    for (const { id, deviation } of of('differs')) say(`${id} differs as docs/deviations.md says: ${deviation}`);
    for (const { id, sentence } of of('fails')) say(`${id} fails: ${sentence}`);
    for (const error of this.errors) say(error);
    if (status === 'passed' || of('fails').length > 0 || this.errors.length > 0) {
      say(`${of('holds').length} hold, ${of('differs').length} differ as written, ${of('fails').length} fail`);
    } else say(`The run ended before its time: ${status}`);
  }
}
