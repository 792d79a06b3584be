/** `npm run kills -- SUBJECT…`: kills what a subject does at random moments, on what `npm run build` made, in folders of its own. */
import { randomInt } from 'node:crypto';
import { type Killed, killRounds } from './kills/harness.js';
import { SUBJECTS } from './kills/subjects.js';
import { readCommand } from './shared/read-command.js';

const { names, values } = readCommand({
  usage: 'npm run kills -- [SUBJECT …] [--rounds N] [--seed S] [--json]',
  about:
    'Kills what each subject does at random moments, and looks at what must hold; all subjects unless some are named.',
  choices: SUBJECTS,
  options: { rounds: 0, seed: randomInt(2 ** 31) },
  examples: ['npm run kills -- commands --rounds 500', 'npm run kills -- exports portals --seed 7 --json'],
});

const words = (killed: Killed) =>
  Object.entries(killed.kinds)
    .map(([kind, { before, after }]) => `${kind}: ${before} before, ${after} after`)
    .join('  ');

for (const subject of SUBJECTS.filter(({ name }) => names.includes(name))) {
  const missing = subject.missing?.();
  if (missing !== undefined) {
    console.error(`${subject.name} is left out: ${missing}.`);
    continue;
  }
  const rounds = values.rounds || subject.rounds;
  console.error(`${subject.name}, ${rounds} rounds, --seed ${values.seed}`);
  try {
    const killed = await killRounds(subject, {
      ...{ rounds, seed: values.seed },
      onRound: (so) => console.error(`${so.rounds}/${rounds}  ${words(so)}`),
    });
    const { name } = subject;
    if (values.json) console.log(JSON.stringify({ subject: name, seed: values.seed, ...killed }));
    else console.log(`${name}: ${rounds} kills, all well. ${words(killed)}  ${JSON.stringify(killed.told)}`);
  } catch (error) {
    console.error(`${subject.name}: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}
