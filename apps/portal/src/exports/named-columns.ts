/** Columns of a file by the names that records have them under, one for both trade types. */
import { columnKeyOf, columnsFor, type SearchPayload, withCompanies } from '@tidewaiter/contract';

/** Names of the columns of parties' companies follow those of the parties. */
const COMPANY = '_company';

/** The keys of named columns; without any, those that every record has. */
export function exportKeys(
  { tradeType, countryCode }: Pick<SearchPayload, 'tradeType' | 'countryCode'>,
  names: readonly string[] | undefined,
): string[] {
  if (names)
    return names.map((name) =>
      name.endsWith(COMPANY)
        ? `${columnKeyOf(tradeType, name.slice(0, -COMPANY.length))}${COMPANY}`
        : columnKeyOf(tradeType, name),
    );
  const core = columnsFor(tradeType, countryCode).filter(({ set, alias }) => set === 'core' && !alias);
  return withCompanies(
    tradeType,
    core.map(({ key }) => key),
  );
}
