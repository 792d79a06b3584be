/** `npm run scenarios -- NAME…`: tries a portal by what goes wrong with machines, networks and disks; each has a portal of its own, made by `npm run build`. */

import { flood, floodLines } from './scenarios/flood.js';
import { overload } from './scenarios/overload.js';
import { rolling } from './scenarios/rolling.js';
import { Findings, type Scenario } from './scenarios/scenario.js';
import { soak } from './scenarios/soak.js';
import { readCommand } from './shared/read-command.js';

const SCENARIOS: readonly Scenario[] = [overload, soak, flood, floodLines, rolling];

const { names, values } = readCommand({
  usage: 'npm run scenarios -- [NAME …] [--rows N] [--minutes N] [--calls N] [--people N] [--accounts N] [--json]',
  about:
    'Tries a portal by what goes wrong around it, all of it unless some is named, and says what was seen as a table.',
  choices: SCENARIOS,
  options: { rows: 100_000, minutes: 2, calls: 150, people: 20, accounts: 5 },
  examples: ['npm run scenarios -- overload --rows 300000 --minutes 1', 'npm run scenarios -- flood-lines --calls 10'],
});

const seen: { scenario: string; what: string; seen: string; holds: boolean | null }[] = [];
for (const scenario of SCENARIOS.filter(({ name }) => names.includes(name))) {
  console.error(`\n${scenario.name}: ${scenario.about}`);
  const missing = scenario.missing?.();
  const findings = new Findings();
  if (missing !== undefined) findings.add('skipped', missing);
  else await scenario.run(findings, values);
  seen.push(...findings.all.map((finding) => ({ scenario: scenario.name, ...finding })));
  if (findings.isBroken) process.exitCode = 1;
}
const markOf = (holds: boolean | null) => (holds === null ? '–' : holds ? 'holds' : '**broken**');
const lines = seen.map((one) => `| ${one.scenario} | ${one.what} | ${one.seen} | ${markOf(one.holds)} |`);
console.log(
  values.json ? JSON.stringify(seen) : `\n| scenario | what | seen | |\n|---|---|---|---|\n${lines.join('\n')}`,
);
