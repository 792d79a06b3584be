/** Rows that close or open blocks of rows by their sum, found by arithmetic alone. */
import { addBits, commonUnit, PROOF, SCALE, weighSum } from './sum-proof.js';

/** A row that is the sum of those between another and it. */
export interface Block {
  /** Its place among all rows, counted from 1; of files whose sums open blocks, from the end. */
  at: number;
  /** How many rows stand before its block. */
  after: number;
  amount: number;
}

/** Blocks that follow one another. */
interface Chain {
  last: Block;
  before: Chain | undefined;
  /** How many rows stand before it. */
  after: number;
  blocks: number;
}

/** Rows that may stand between two blocks: totals of several. */
const BETWEEN = 2;
/** More chains are not looked into. */
const MOST_CHAINS = 20;

/**
 * Blocks of chains that are too long to be chance.
 *
 * @param candidates in the order of their places
 * @param rows of the whole file
 * @param amountsBehind a place, as many as are looked at
 */
export async function provedBlocks(
  candidates: readonly Block[],
  rows: number,
  amountsBehind: (place: number) => Promise<readonly number[]>,
): Promise<Block[]> {
  const taken: Block[] = [];
  const spans: { after: number; at: number }[] = [];
  for (const chain of findChains(candidates).slice(0, MOST_CHAINS)) {
    const { after, last } = chain;
    if (spans.some((span) => span.after < last.at && after < span.at)) continue;
    const blocks = listBlocks(chain);
    // What no amounts could prove is not looked into: each look reads the file.
    const most = blocks.reduce((sum, { amount }) => sum + Math.log2(amount * SCALE), 0);
    if (most < PROOF + choices(chain, rows)) continue;
    const amounts = await amountsBehind(after);
    const unit = commonUnit(amounts);
    const proofs = blocks.map((block) => {
      const parts = amounts.slice(block.after - after, block.at - after - 1);
      const isWhole = parts.length === block.at - block.after - 1;
      const { bits, alike } = isWhole
        ? weighSum(block.amount, parts)
        : { bits: Math.log2(block.amount / unit), alike: `${block.at}` };
      // Where a block begins is a choice, but of the file's first.
      return { bits: Math.max(0, bits - (block.after === 0 ? 0 : Math.log2(block.at - block.after))), alike };
    });
    if (addBits(proofs) < PROOF + choices(chain, rows)) continue;
    taken.push(...blocks);
    spans.push({ after, at: last.at });
  }
  return taken.sort((a, b) => a.at - b.at);
}

/** The chains that end with each block, those of most rows first. */
function findChains(candidates: readonly Block[]): Chain[] {
  const ends = new Map<number, Chain>();
  for (const last of candidates) {
    const before = Array.from({ length: BETWEEN + 1 }, (_, apart) => ends.get(last.after - apart))
      .flatMap((chain) => chain ?? [])
      .toSorted((a, b) => a.after - b.after)[0];
    const chain: Chain = { last, before, after: before?.after ?? last.after, blocks: 1 + (before?.blocks ?? 0) };
    if (chain.after < (ends.get(last.at)?.after ?? Infinity)) ends.set(last.at, chain);
  }
  const covers = ({ last, after }: Chain) => last.at - after;
  return [...ends.values()].sort((a, b) => covers(b) - covers(a));
}

function listBlocks(chain: Chain): Block[] {
  const blocks: Block[] = [];
  for (let each: Chain | undefined = chain; each; each = each.before) blocks.push(each.last);
  return blocks.reverse();
}

/** Where it begins and ends among so many rows, in bits: a sum of all rows has no choice. */
const choices = ({ after, last }: Chain, rows: number): number =>
  (after === 0 ? 0 : Math.log2(rows)) + (rows - last.at <= BETWEEN ? 0 : Math.log2(rows));
