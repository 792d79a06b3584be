import type { Country, TradeType } from '@tidewaiter/contract';

const plainName = (name: string) => name.trim().toLowerCase().replace(/^the /, '');

/**
 * Reads what a text says of where behind its goods, if all of it is countries that have records: "… from India and the United States" asks of
 * the exports of both, "… in" or "to" of their imports.
 */
export function whereOf(text: string, countries: Record<TradeType, readonly Country[]>) {
  const [, goods, word = '', names] = /^(.+?)\s+(from|in|into|to)\s+(.+)$/i.exec(text) ?? [];
  if (goods === undefined || names === undefined) return null;
  const tradeType: TradeType = word.toLowerCase() === 'from' ? 'EXPORT' : 'IMPORT';
  const found = names
    .split(/\s*(?:,|&|\band\b)\s*/i)
    .filter((name) => name !== '')
    .map((name) =>
      countries[tradeType].find((country) => country.records > 0 && plainName(country.name) === plainName(name)),
    );
  const all = found.filter((country) => country !== undefined);
  return all.length > 0 && all.length === found.length ? { goods, tradeType, countries: all } : null;
}
