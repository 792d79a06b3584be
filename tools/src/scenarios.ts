/**
 * Tries a portal by what goes wrong with machines, networks and disks: `npm run scenarios -- NAME… [--rows 100000] [--minutes 2]`, all of
 * them unless some are named. Each has a portal of its own, made by `npm run build`. Prints what was seen as a table; status 1 where
 * something is not as it is to be.
 */
import { parseArgs } from 'node:util';
import { engineAway, mailAway, postgresAway } from './scenarios/away.js';
import { clients } from './scenarios/clients.js';
import { clock } from './scenarios/clock.js';
import { damage } from './scenarios/damage.js';
import { fullDisk } from './scenarios/full-disk.js';
import { memory } from './scenarios/memory.js';
import { overload } from './scenarios/overload.js';
import { Findings, type Scenario } from './scenarios/scenario.js';
import { soak } from './scenarios/soak.js';

const SCENARIOS: readonly Scenario[] = [
  ...[overload, soak, memory, fullDisk, clock],
  ...[postgresAway, engineAway, mailAway, clients, damage],
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rows: { type: 'string', default: '100000' }, minutes: { type: 'string', default: '2' } },
});
const options = { rows: Number(values.rows), minutes: Number(values.minutes) };
const unknown = positionals.filter((name) => !SCENARIOS.some((scenario) => scenario.name === name));
if (unknown.length > 0 || !(options.rows > 0) || !(options.minutes > 0)) {
  const list = SCENARIOS.map(({ name, about }) => `  ${name.padEnd(14)} ${about}`).join('\n');
  console.error(`npm run scenarios -- [NAME …] [--rows ${values.rows}] [--minutes ${values.minutes}]\n\n${list}`);
  process.exit(2);
}

const chosen = SCENARIOS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const tables: string[] = [];
for (const scenario of chosen) {
  const missing = scenario.missing?.();
  process.stdout.write(`\n${scenario.name}: ${scenario.about}\n`);
  if (missing !== undefined) {
    process.stdout.write(`Skipped: ${missing}.\n`);
    tables.push(`| ${scenario.name} | skipped | ${missing} | – |`);
    continue;
  }
  const findings = new Findings();
  await scenario.run(findings, options);
  if (findings.isBroken) process.exitCode = 1;
  for (const { what, seen, holds } of findings.all) {
    const mark = holds === null ? '–' : holds ? 'holds' : '**broken**';
    tables.push(`| ${scenario.name} | ${what} | ${seen} | ${mark} |`);
  }
}
process.stdout.write(`\n| scenario | what | seen | |\n|---|---|---|---|\n${tables.join('\n')}\n`);
