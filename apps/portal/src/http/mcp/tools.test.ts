import { readFileSync } from 'node:fs';
import { API_CALLS } from '@tidewaiter/contract/api';
import { expect, it } from 'vitest';
import { TOOLS } from './tools.js';

const GUIDE = readFileSync(new URL('../../../../../docs/mcp.md', import.meta.url), 'utf8');

it('are in the guide, each with the scope that its call needs', () => {
  const told = [...GUIDE.matchAll(/^\| `(\w+)` \| .* \| (?:`([\w-]+)`|any) \| .* \|$/gm)];
  expect(told.map(([, name, scope]) => [name, scope ?? null])).toEqual(
    TOOLS.map(({ name, call }) => [name, API_CALLS[call].scope]),
  );
});

it('ask for nothing that changes or buys', () => {
  const changing = /^(create|rename|remove|restore|save|update|start|cancel|follow$|change|unfollow|mark|make)/;
  for (const { call, input } of TOOLS) {
    expect(call).not.toMatch(changing);
    expect(Object.keys(input.shape)).not.toContain('max_points');
  }
});
