import type { CompanyRole, SearchAddress, TradeType } from '@tidewaiter/contract';

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

/** Where its records were looked for. */
interface Searched {
  countryCode: string[];
  fromDate: string;
  toDate: string;
}

/** The question for the records of a company's part; null of a notify party, since a search asks for none. */
export function recordsOfPart({ tradeType, role }: Part, name: string, searched: Searched): SearchAddress | null {
  if (role === 'NOTIFY') return null;
  return {
    ...{ trade: tradeType, country: searched.countryCode, by: role, q: [name], picked: [name] },
    ...{ from: searched.fromDate, to: searched.toDate },
  };
}

/** It says what looking at the records behind a figure costs, before it is pressed. */
export const RECORDS_COST = 'a search of its own, once a day';
