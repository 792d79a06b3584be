/** Read before a built portal (`node --import`): one of its calls and the looking after one watch come to no end, in this thread and for good. */
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const { Watches } = await import('../dist/watches/watches.js');
  const { Findings } = await import('../dist/watches/findings.js');
  const forEver = () => {
    for (let n = 0; ; n += 1) if (n < 0) return;
  };
  const { list } = Watches.prototype;
  Watches.prototype.list = function listOrLoop(...asked) {
    if (asked[1].number === 7) forEver();
    return list.apply(this, asked);
  };
  const { keep } = Findings.prototype;
  Findings.prototype.keep = function keepOrLoop(watch, ...found) {
    if (watch.name === 'Deadly') forEver();
    return keep.call(this, watch, ...found);
  };
}
