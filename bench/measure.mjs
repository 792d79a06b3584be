/** What the engine benches share. */

/** Stands where a statement's row schema does: what the engine sends is taken as it is. */
export const anything = { parse: (row) => row };

/** Median time of a piece of work, in milliseconds. */
export async function medianTime(rounds, work) {
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)];
}
