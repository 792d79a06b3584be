import { readFileSync } from 'node:fs';
import { KEY_CALLS } from '@tidewaiter/contract/api';
import { expect, it } from 'vitest';
import { callOf, TOOLS } from './tools.js';

const GUIDE = readFileSync(new URL('../../../../../docs/mcp.md', import.meta.url), 'utf8');

it('are in the guide, each with the scope that its call needs', () => {
  const told = [...GUIDE.matchAll(/^\| `(\w+)` \| .* \| (?:`([\w-]+)`|any) \| .* \|$/gm)];
  expect(told.map(([, name, scope]) => [name, scope ?? null])).toEqual(
    TOOLS.map((tool) => [tool.name, KEY_CALLS[callOf(tool, { by: 'importers' })]]),
  );
});

it('ask for nothing that changes or buys', () => {
  const changing = /^(create|rename|remove|restore|save|update|start|cancel|follow$|change|unfollow|mark|make)/;
  for (const tool of TOOLS) {
    expect(callOf(tool, { by: 'importers' })).not.toMatch(changing);
    expect(Object.keys(tool.input.shape)).not.toContain('maxPoints');
  }
});

it('are called by their own name for what no list is of', () => {
  const tool = TOOLS.find(({ name }) => name === 'break_down');
  // Of a connection the scope is looked at before the input is.
  for (const by of ['notifyParties', 'constructor', null]) expect(tool && callOf(tool, { by })).toBe('listImporters');
});
