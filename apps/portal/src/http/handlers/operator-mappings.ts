import { parseMapping } from '@tidewaiter/loader';
import { saveMapping } from '../../loading/saved-mappings.js';
import type { OperatorHandler } from './handler.js';

export const operatorMappings: OperatorHandler<'operatorMappings'> = async ({ services }) => ({
  mappings: (await services.accounts.loading.mappings.latest()).map(({ name, version, mapping, origin, savedAt }) => {
    const { title, columns } = parseMapping(mapping, name);
    return { name, version, title, origin, columns: Object.keys(columns).length, savedAt: savedAt.toISOString() };
  }),
});

export const operatorMapping: OperatorHandler<'operatorMapping'> = async ({ services, params }) => ({
  versions: (await services.accounts.loading.mappings.versionsOf(params.mapping)).map(
    ({ version, origin, savedAt, mapping }) => ({ version, origin, mapping, savedAt: savedAt.toISOString() }),
  ),
});

export const importMapping: OperatorHandler<'importMapping'> = async ({
  services: { accounts },
  request: { file, mapping },
}) => {
  const read = parseMapping(mapping, file);
  const version = await saveMapping(accounts, read, `from ${file}`);
  return { message: `${read.name} is saved, version ${version}. Files with its columns follow it from now on.` };
};

export const removeMapping: OperatorHandler<'removeMapping'> = async ({ services, params }) => {
  await services.accounts.loading.mappings.remove(params.mapping);
  return { message: `${params.mapping} is removed. What it was loaded by stays.` };
};
