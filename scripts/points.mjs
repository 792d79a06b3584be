/**
 * The points of the specification: their sentences, each with the line of `docs/deviations.md` where the product leaves it
 * (`e2e/points.json`), and the tests that prove them, which name them by their tags.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './setup.mjs';

const SPECS = join(ROOT, 'e2e/src');

/** By their numbers. */
export const POINTS = JSON.parse(readFileSync(join(ROOT, 'e2e/points.json'), 'utf8'));

/** A test with tags, in its source: its title, and what stands behind `tag`. */
const TAGGED = /\(\s*(['"`])((?:\\.|(?!\1).)*)\1,\s*\{\s*tag:\s*([^}]*)\}/g;

/** The tests that name points: where each stands, what it is called, and which points it proves. */
export const proofs = () =>
  readdirSync(SPECS)
    .filter((file) => file.endsWith('.spec.ts'))
    .sort()
    .flatMap((file) =>
      [...readFileSync(join(SPECS, file), 'utf8').matchAll(TAGGED)].map(([, , title, tags]) => ({
        ...{ file, title: title.replaceAll(/\\(.)/g, '$1'), isDeep: tags.includes('@deep') },
        points: [...tags.matchAll(/@(\d+\.\d+)/g)].map(([, point = '']) => point),
      })),
    )
    .filter(({ points }) => points.length > 0);

const SECTIONS = {
  2: 'Screens and routes',
  3: 'Entities and their fields',
  4: 'States and transitions',
  5: 'Validation rules',
  6: 'Roles and permissions',
  7: 'The calls it makes',
  8: 'Error catalogue',
  9: 'Business constants and limits',
};

const HEAD = `# Conformance with the specification

Every checkable sentence of sections 2 to 9 of the specification is a point of \`e2e/points.json\`, in our words with what it prints to the
letter. Tests of the gate prove them and name them by their tags (\`@5.12\`); \`npm run conformance\` runs these: a point holds, or differs as a
line of \`docs/deviations.md\` says. A sentence that is not here is not promised. This document is made of the points and the tags, by
\`npm run conformance -- --document\`.
`;

const cell = (text) => text.replaceAll('|', '\\|');

/** What `docs/conformance.md` says. */
export function conformanceDocument() {
  const all = proofs();
  const row = ([id, { sentence, deviation }]) => {
    const proved = all
      .filter(({ points }) => points.includes(id))
      .map(({ file, title }) => `\`${file}\` "${title}"`)
      .join('; ');
    const differs = deviation === undefined ? '' : ` **Differs:** ${deviation}`;
    return `| ${id} | ${cell(sentence)}${cell(differs)} | ${cell(proved)} |`;
  };
  const section = ([number, title]) =>
    [
      ...['', `## ${number}. ${title}`, '', '| point | says | proved by |', '|---|---|---|'],
      ...Object.entries(POINTS)
        .filter(([id]) => id.startsWith(`${number}.`))
        .map(row),
    ].join('\n');
  return `${HEAD}${Object.entries(SECTIONS).map(section).join('\n')}\n`;
}
