/** Read before a built portal (`node --import`): one of its calls and the looking after one standing question come to no end, in this thread and for good. */
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const { StandingQuestions } = await import('../dist/standing/standing-questions.js');
  const { Findings } = await import('../dist/standing/findings.js');
  const forEver = () => {
    for (let n = 0; ; n += 1) if (n < 0) return;
  };
  const { list } = StandingQuestions.prototype;
  StandingQuestions.prototype.list = function listOrLoop(...asked) {
    if (asked[1].number === 7) forEver();
    return list.apply(this, asked);
  };
  const { keep } = Findings.prototype;
  Findings.prototype.keep = function keepOrLoop(question, ...found) {
    if (question.name === 'Deadly') forEver();
    return keep.call(this, question, ...found);
  };
}
