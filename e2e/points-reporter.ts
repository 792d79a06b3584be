import { readFileSync, writeFileSync } from 'node:fs';
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
  /** Of one that fails: what the tests that prove it said. */
  said?: string;
}

const POINTS: Record<string, { sentence: string; deviation?: string }> = JSON.parse(
  readFileSync(new URL('points.json', import.meta.url), 'utf8'),
);

const FILE = fileURLToPath(new URL('../test-results/conformance-points.json', import.meta.url));

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Of what a test that failed said. */
const SAID_LINES = 14;

/** Says what became of each point, and at the end how many hold, differ as written, and fail. */
export default class PointsReporter implements Reporter {
  /** What the failed tests of each point said; of those whose tests all passed, nothing. */
  private readonly saidOf = new Map((process.env.TIDEWAITER_POINTS ?? '').split(',').map((id) => [id, [] as string[]]));
  private readonly tried = new Set<string>();
  /** What went wrong outside of any test. */
  private readonly errors: string[] = [];

  printsToStdio(): boolean {
    return true;
  }

  onError({ message }: { message?: string }): void {
    this.errors.push(stripVTControlCharacters(message ?? 'failed without saying why'));
  }

  onTestEnd({ title, tags }: TestCase, { status, errors }: TestResult): void {
    const points = tags.map((tag) => tag.slice(1)).filter((id) => this.saidOf.has(id));
    const failed = status !== 'passed';
    const said = stripVTControlCharacters(errors.map(({ message }) => message).join('\n') || status);
    for (const id of points) {
      this.tried.add(id);
      if (failed) this.saidOf.get(id)?.push(`${title}: ${said}`);
    }
    say(`${failed ? 'failed' : 'passed'}  ${title}  ${points.join(' ')}`);
    if (failed) say(`\n${said.split('\n').slice(0, SAID_LINES).join('\n')}\n`);
  }

  onEnd({ status }: FullResult): void {
    const outcomes = [...this.saidOf].map(([id, said]): Outcome => {
      const { sentence = '', deviation } = POINTS[id] ?? {};
      const about = { id, section: Number.parseInt(id, 10), sentence, deviation };
      if (!this.tried.has(id)) return { ...about, outcome: 'fails', said: 'no test tried it' };
      if (said.length > 0) return { ...about, outcome: 'fails', said: said.join('\n') };
      return { ...about, outcome: deviation === undefined ? 'holds' : 'differs' };
    });
    const of = (outcome: Outcome['outcome']) => outcomes.filter((point) => point.outcome === outcome);
    writeFileSync(FILE, `${JSON.stringify(outcomes, null, 2)}\n`);
    for (const { id, sentence } of of('holds')) say(`holds    ${id.padEnd(7)}${sentence}`);
    for (const { id, deviation } of of('differs')) say(`${id} differs as docs/deviations.md says: ${deviation}`);
    for (const { id, sentence } of of('fails')) say(`${id} fails: ${sentence}`);
    for (const error of this.errors) say(error);
    say(`${of('holds').length} hold, ${of('differs').length} differ as written, ${of('fails').length} fail`);
    if (status !== 'passed' && of('fails').length === 0) say(`The run ended: ${status}`);
  }
}
