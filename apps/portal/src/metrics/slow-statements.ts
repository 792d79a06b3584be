import type { FastifyBaseLogger } from 'fastify';
import type { Services } from '../app/services.js';
import { Work } from '../work/work.js';

/** A statement that somebody waits for, and a call, is slow from here on, in milliseconds. */
export const SLOW_MS = 2_000;

/** Tells the log of slow statements, with what was asked and by which call. Changes and files take what they take. */
export function tellSlowStatements({ statements }: Pick<Services, 'statements'>, log: FastifyBaseLogger): void {
  statements.push(({ name, lane, ...taken }) => {
    if (taken.ms < SLOW_MS || lane === 'load' || lane === 'export') return;
    const work = Work.current;
    (work?.log ?? log).warn({ statement: name, ...taken, question: work?.question }, 'a slow statement');
  });
}
