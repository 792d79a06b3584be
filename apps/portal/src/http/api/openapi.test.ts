import { createConfig, lintFromString } from '@redocly/openapi-core';
import { API_CALLS } from '@tidewaiter/contract/api';
import { expect, it } from 'vitest';
import { describeApi } from './openapi.js';

const description = describeApi();

it('of the programs’ calls has nothing that its linter would say', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(description), absoluteRef: '/openapi.json', config });
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});

it('has every call', () => {
  const operations = Object.values(description.paths as Record<string, Record<string, { operationId: string }>>);
  const names = operations.flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
  expect(names.sort()).toEqual(Object.keys(API_CALLS).sort());
});
