import type { CompanyRole, TradeType } from '@tidewaiter/contract';
import type { SearchAddress } from '../../search/model/address.js';
import type { CompanyAddress } from '../../search/model/company-address.js';
import type { CompanyPage } from './company-calls.js';

export const TRADE_WORDS: Readonly<Record<TradeType, string>> = { IMPORT: 'import', EXPORT: 'export' };
export const ROLE_WORDS: Readonly<Record<CompanyRole, string>> = {
  IMPORTER: 'Importer',
  EXPORTER: 'Exporter',
  NOTIFY: 'Notify party',
};

/** A part that a company plays. */
export interface Part {
  tradeType: TradeType;
  role: CompanyRole;
}

/** What looking at the records behind a figure costs, said before it is pressed. */
export const RECORDS_COST = 'a search of its own, once a day';

/** The question whose records a part's figures sum up; null of a notify party, since a search asks for none. */
export function recordsOf({ tradeType, role }: Part, { name, searched }: CompanyPage): SearchAddress | null {
  if (role === 'NOTIFY' || searched === null) return null;
  return {
    ...{ trade: tradeType, country: searched.countryCode, by: role, q: [name], picked: [name] },
    ...{ from: searched.fromDate, to: searched.toDate },
  };
}

/** The same page with another of its parts. */
export const withPart = (address: CompanyAddress, { tradeType, role }: Part): CompanyAddress => ({
  ...address,
  trade: tradeType,
  role,
});
