import { readFileSync } from 'node:fs';
import { POINTS } from './points/index.js';
import { expect, test } from './surroundings.js';

const DEVIATIONS = readFileSync(new URL('../../docs/deviations.md', import.meta.url), 'utf8');

// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape to know what a fixture needs
test.beforeEach(({}, { annotations }) => {
  for (const { type, description } of annotations.filter((one) => one.type === 'deviation')) {
    expect(DEVIATIONS, `docs/deviations.md has no line of this ${type}`).toContain(`\n| ${description} |`);
  }
});

for (const [id, { says, differs, check }] of Object.entries(POINTS)) {
  const annotation = differs === undefined ? [] : [{ type: 'deviation', description: differs }];
  test(`${id} ${says}`, { annotation }, check);
}
