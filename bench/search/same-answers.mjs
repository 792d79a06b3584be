/** A contender that finds something else does other work: then its times mean nothing. */
import { scaledDecimal } from '@tidewaiter/contract';

/** Decimals of an amount. */
const SCALE = 18;

const exactly = (decimal) => scaledDecimal(decimal, SCALE);

const asked = ({ payload: { searchValue, line } }) =>
  JSON.stringify(line === undefined ? searchValue : [line, ...searchValue]);

/** What two engines disagree about, in words; what one of them did not answer is not compared. */
export function differences(ours, contender) {
  const mineOf = new Map(ours.map((answer) => [answer.question, answer]));
  return contender.answers.flatMap(({ question, count, lists }) => {
    const mine = mineOf.get(question);
    const what = `${contender.name}, ${question.name}, ${asked(question)}`;
    const wrong = [];
    if (count !== undefined && mine.count !== undefined && count !== mine.count)
      wrong.push(`${what}: counts ${count}, we count ${mine.count}`);
    if (lists === undefined || mine.lists === undefined) return wrong;
    if (lists.shipments !== mine.lists.shipments || exactly(lists.valueUsd) !== exactly(mine.lists.valueUsd)) {
      const sums = ({ shipments, valueUsd }) => `${shipments} shipments of ${valueUsd} USD`;
      wrong.push(`${what}: its lists add up to ${sums(lists)}, ours to ${sums(mine.lists)}`);
    }
    for (const [dimension, length] of Object.entries(mine.lists.lengths)) {
      const theirs = lists.lengths[dimension];
      if (theirs !== length) wrong.push(`${what}: its list of ${dimension} has ${theirs} items, ours ${length}`);
    }
    return wrong;
  });
}

/** What was not answered for another reason than its time being up. */
export const failures = ({ name, answers }) =>
  answers.flatMap(({ question, failures: told }) =>
    told.map((failure) => `${name}, ${question.name}, ${asked(question)}: ${failure}`),
  );
