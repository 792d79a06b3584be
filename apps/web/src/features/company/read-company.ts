import { companyRequest, type Endpoints, type RequestOf, readRequest, saysItself } from '@tidewaiter/contract';
import type { CompanyAddress } from '../../search/model/company-address.js';

export type CompanyRequest = Omit<RequestOf<Endpoints['company']>, 'list' | 'freeOnly'>;

/** The fields of the question that keys of the address hold, and what they are called. */
const KEYS: Record<keyof CompanyRequest, { key: keyof CompanyAddress; label: string }> = {
  company: { key: 'name', label: 'Company' },
  tradeType: { key: 'trade', label: 'Trade type' },
  role: { key: 'role', label: 'Part' },
  countryCode: { key: 'country', label: 'Countries' },
  fromDate: { key: 'from', label: 'From date' },
  toDate: { key: 'to', label: 'To date' },
};
const FIELDS = Object.entries(KEYS) as [keyof CompanyRequest, (typeof KEYS)[keyof CompanyRequest]][];

/**
 * Reads the address of a company's page. What is not understood is named and left out; without a name there is nothing to ask, and
 * with days or countries that mean nothing, nothing is asked in their place.
 */
export function readCompany(address: CompanyAddress): { request: CompanyRequest | null; problems: string[] } {
  const payload = Object.fromEntries(
    FIELDS.flatMap(([field, { key }]) => (address[key] === undefined ? [] : [[field, address[key]]])),
  );
  if (payload.company === undefined) return { request: null, problems: [] };
  const parsed = readRequest(companyRequest, payload);
  if (parsed.success) return { request: parsed.data as CompanyRequest, problems: [] };
  const bad = new Map(parsed.error.issues.map((issue) => [String(issue.path[0]) as keyof CompanyRequest, issue]));
  const problems = [...bad].map(([field, issue]) => {
    const { key, label } = KEYS[field];
    return `${label} “${[address[key]].flat().join(', ')}”${saysItself(issue) ? `: ${issue.message}` : ''}`;
  });
  // Which part is shown is a matter of view; whose page it is and what it covers, is not.
  if ([...bad.keys()].some((field) => field !== 'tradeType' && field !== 'role')) return { request: null, problems };
  const { tradeType: _, role: __, ...rest } = payload;
  return { request: rest as CompanyRequest, problems };
}
