/** How near a sum comes to what it is the sum of. */
const NEARLY = 1e-6;
/** Blocks cover nearly all rows of a file that has such. */
const NEARLY_ALL = 0.9;
/** One block alone must have so many rows, and a sum of so many digits, to be no chance. */
const ROWS_OF_ONE = 4;
const DIGITS_OF_ONE = 5;

/** The places of amounts that are the sum of their block: of those before them up to the last such one, or of those behind them. */
export function sumsOfBlocks(amounts: readonly number[]): number[] {
  const last = amounts.length - 1;
  for (const least of [2, 1]) {
    const closing = closedBy(amounts, least);
    if (closing.length > 0) return closing;
    const opening = closedBy(amounts.toReversed(), least);
    if (opening.length > 0) return opening.map((at) => last - at).reverse();
  }
  return [];
}

/** @param least rows that a block has */
function closedBy(amounts: readonly number[], least: number): number[] {
  const sums: number[] = [];
  let [sum, rows, all, covered, blocks] = [0, 0, 0, 0, 0];
  for (const [at, amount] of amounts.entries()) {
    const isOf = (total: number) => Math.abs(amount - total) <= NEARLY * total;
    if (rows >= least && isOf(sum)) {
      sums.push(at);
      if (rows > 1) blocks += 1;
      covered += rows + 1;
      all += sum;
      [sum, rows] = [0, 0];
    } else if (rows === 0 && sums.length > 1 && isOf(all)) {
      // The total of all blocks.
      sums.push(at);
      covered += 1;
    } else {
      sum += amount;
      rows += 1;
    }
  }
  const digits = String(amounts[sums[0] ?? -1] ?? '').replace(/\D|0+$/g, '').length;
  const isOne = sums.length === 1 && amounts.length > ROWS_OF_ONE && digits >= DIGITS_OF_ONE;
  return covered >= NEARLY_ALL * amounts.length && (blocks > 1 || isOne) ? sums : [];
}
