/** What a figure must be read with: when, on what, by which command. */
import { cpus, totalmem } from 'node:os';
import { askEngine } from './engine.mjs';

export async function describeRun(records, rows) {
  const [[engine]] = await askEngine(records, 'SELECT version()');
  const [[bytes, parts]] = await askEngine(
    records,
    `SELECT sum(bytes_on_disk), count() FROM system.parts WHERE database = currentDatabase() AND table = 'records' AND active`,
  );
  const script = process.argv[1].split('/').at(-1);
  const named = script === 'search.mjs' ? '' : ` ${script.replace(/[.]mjs$/, '')}`;
  const command = process.env.npm_lifecycle_event === 'bench' ? `npm run bench --${named}` : `node bench/${script}`;
  return {
    date: new Date().toISOString().slice(0, 10),
    command: [command, ...process.argv.slice(2)].join(' '),
    rows,
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.versions.node,
    clickhouse: engine,
    megabytes: Math.round(Number(bytes) / 1e6),
    parts: Number(parts),
  };
}

export const inWords = (run) =>
  `\`${run.command}\`, ${run.date}. ${run.cores} cores, ${run.memoryGiB} GiB; Node.js ${run.node}, ClickHouse ${run.clickhouse} ` +
  `(chDB). ${run.rows.toLocaleString('en-US')} generated records, ${run.megabytes.toLocaleString('en-US')} MB in ${run.parts} parts.`;
