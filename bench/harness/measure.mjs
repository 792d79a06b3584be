/** Times, what they come to, and tables as RESULTS.md has them. */

/** The share of sorted values that lies below, by nearest rank: an answer that somebody really waited for. */
function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
}

export const median = (values) => percentile(values, 0.5);
export const p95 = (values) => percentile(values, 0.95);
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
export const geometricMean = (values) => Math.exp(mean(values.map(Math.log)));

export const ms = (value) => (value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en-US'));
export const number = (value) => Math.round(value).toLocaleString('en-US');

/** The share of values that keep a limit, in words. */
export const within = (values, limit) =>
  `${Math.round((100 * values.filter((value) => value <= limit).length) / values.length)} %`;

/** Median, 95th percentile and the longest. */
export const spread = (times) => [ms(median(times)), ms(p95(times)), ms(Math.max(...times))];

/** The first column is text, the others are figures. */
export function table(header, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(header), `|---|${'---:|'.repeat(header.length - 1)}`, ...rows.map(line)].join('\n');
}

/** Answers by class, in the order of the classes. */
export function byClass(answers) {
  const classes = new Map();
  for (const answer of answers) {
    const { name } = answer.question;
    classes.set(name, [...(classes.get(name) ?? []), answer]);
  }
  return [...classes];
}

/** Says on the error stream what was done and at what rate: the standard stream is for the tables. */
export function say(what, rows, started) {
  const seconds = (performance.now() - started) / 1000;
  console.error(`${what}: ${number(rows)} records in ${seconds.toFixed(1)} s, ${number(rows / seconds)} a second`);
}
