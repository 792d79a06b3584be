import type { Accounts, SavedMapping } from '@tidewaiter/accounts';
import { OperatorError } from '@tidewaiter/contract';
import {
  type FileLayout,
  knownLayouts,
  type LoadMapping,
  mappingHash,
  type NamedInAnswers,
  parseMapping,
  shippedMapping,
  shippedMappings,
} from '@tidewaiter/loader';

const readSaved = ({ name, version, mapping }: SavedMapping): LoadMapping =>
  parseMapping(mapping, `${name}, version ${version}`);

/** The mappings that files may follow, the last saved first. */
export async function followedMappings({ loading }: Pick<Accounts, 'loading'>): Promise<LoadMapping[]> {
  return (await loading.mappings.all()).map(readSaved);
}

/** A mapping that ships, or else is saved, by its name. */
export async function mappingNamed(
  { loading }: Pick<Accounts, 'loading'>,
  name: string,
): Promise<LoadMapping | undefined> {
  const shipped = await shippedMapping(name);
  if (shipped) return shipped;
  const saved = (await loading.mappings.latest()).find((one) => one.name === name);
  return saved && readSaved(saved);
}

/** What answers may name where no files of the machine may be named. */
export function namedOnScreen(accounts: Pick<Accounts, 'loading'>): NamedInAnswers {
  return {
    async mapping(name) {
      const found = await mappingNamed(accounts, name);
      if (found) return found;
      const saved = await accounts.loading.mappings.latest();
      const names = [...(await shippedMappings()), ...saved].map((one) => one.name);
      throw new OperatorError(`There is no mapping ${name}. There are: ${names.join(', ')}.`);
    },
    async layout(name): Promise<FileLayout> {
      const layouts = await knownLayouts();
      const found = layouts.find((one) => one.name === name);
      if (found) return found;
      throw new OperatorError(`There is no layout ${name}. There are: ${layouts.map((one) => one.name).join(', ')}.`);
    },
  };
}

/**
 * Saves a mapping as the next version of its name.
 *
 * @returns the version that it has
 */
export async function saveMapping(
  { loading }: Pick<Accounts, 'loading'>,
  mapping: LoadMapping,
  origin: string,
): Promise<number> {
  const text = `${JSON.stringify(mapping, null, 2)}\n`;
  return loading.mappings.save({ name: mapping.name, mapping: text, hash: mappingHash(mapping), origin });
}
