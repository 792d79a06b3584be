import type { SearchAddress } from '@tidewaiter/contract';
import type { CompanyAddress } from '../../search/model/company-address.js';
import { type Part, recordsOfPart } from '../../search/model/company-parts.js';
import type { CompanyPage } from './company-calls.js';

/** Finds the question whose records a part's figures sum up, where a search can ask it. */
export const recordsOf = (part: Part, { name, searched }: CompanyPage): SearchAddress | null =>
  searched && recordsOfPart(part, name, searched);

/** Leads to the same page with another of its parts. */
export const withPart = (address: CompanyAddress, { tradeType, role }: Part): CompanyAddress => ({
  ...address,
  trade: tradeType,
  role,
});
