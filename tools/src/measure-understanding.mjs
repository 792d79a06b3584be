/**
 * Measures how much of real headers is understood and writes the table of `docs/loading.md`. Needs the headers beside the project,
 * or their path as its argument, and what `npm run build` makes.
 *
 *   node tools/src/measure-understanding.mjs [header-layouts.json]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { LAYOUTS, measure, readLayouts } from '@tidewaiter/testing/known-layouts';

const DOCUMENT = new URL('../../docs/loading.md', import.meta.url);
const [BEGIN, END] = ['<!-- measured: begin -->', '<!-- measured: end -->'];

const layouts = readLayouts(process.argv[2] ?? LAYOUTS);
const builtWith = layouts.filter(({ heldOut }) => !heldOut);
const heldOut = layouts.filter((layout) => layout.heldOut);
const countries = new Set(builtWith.map(({ country }) => country));

const share = (part, whole) => `${part.toLocaleString('en-US')} (${((100 * part) / whole).toFixed(1)}%)`;

function row(label, some) {
  const sum = measure(some);
  return [
    label,
    sum.layouts,
    sum.columns.toLocaleString('en-US'),
    share(sum.right, sum.columns),
    share(sum.found, sum.meant),
    share(sum.proposedRight, sum.proposed),
    share(sum.whole, sum.layouts),
    share(sum.tradeRight, sum.layouts),
  ];
}

const table = [
  ['headers', 'number', 'columns', 'right', 'found', 'proposals right', 'whole header right', 'trade type told'],
  Array(8).fill('---'),
  row('built with', builtWith),
  row('held out', heldOut),
  row(
    'held out, of countries that none built with is of',
    heldOut.filter(({ country }) => !countries.has(country)),
  ),
]
  .map((cells) => `| ${cells.join(' | ')} |`)
  .join('\n');

const text = readFileSync(DOCUMENT, 'utf8');
const [before, after] = [text.indexOf(BEGIN), text.indexOf(END)];
if (before < 0 || after < before) throw new Error(`docs/loading.md has no ${BEGIN} … ${END}`);
writeFileSync(DOCUMENT, `${text.slice(0, before)}${BEGIN}\n${table}\n${text.slice(after)}`);
process.stdout.write(`${table}\n`);
