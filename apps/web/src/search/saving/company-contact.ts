import { type CompanyIdentity, countryByCode, LIMITS } from '@tidewaiter/contract';
import { formatCount } from '../../format/numbers.js';
import type { ContactDraft } from './contact-draft.js';

/** Notes name so many of a kind. */
const NAMED = 5;

type Said = CompanyIdentity['addresses'];

function namesOf({ rows, count }: Said, from = 0): string {
  const named = rows.slice(from, from + NAMED).map(({ text }) => text);
  const more = count - from - named.length;
  return [...named, ...(more > 0 ? [`${formatCount(more)} more`] : [])].join('; ');
}

/** Names the countries in which a company declares its trade; of one that declares nowhere, those that its goods come from or go to. */
export function countriesOf({ declared_in, ships_from }: CompanyIdentity): { declares: boolean; names: string[] } {
  const declares = declared_in.rows.length > 0;
  return {
    declares,
    names: declares
      ? declared_in.rows.map(({ text }) => countryByCode(text)?.name ?? text)
      : ships_from.rows.slice(0, NAMED).map(({ text }) => text),
  };
}

/** Fills a contact with what the records say of its company: the address that most of them state, and as notes what is told nowhere else: shipments are counted anew. */
export function contactOf(companyName: string, identity: CompanyIdentity): Partial<ContactDraft> {
  const { addresses, numbers, spellings } = identity;
  const { declares, names } = countriesOf(identity);
  const others = { ...spellings, rows: spellings.rows.filter(({ text }) => text !== companyName) };
  const lines: [label: string, text: string][] = [
    [declares ? 'Country' : 'Its goods come from or go to', names.join('; ')],
    ['Official numbers', namesOf(numbers)],
    ['Other addresses', namesOf(addresses, 1)],
    ['Also written', namesOf({ ...others, count: others.rows.length })],
  ];
  return {
    companyName,
    address: (addresses.rows[0]?.text ?? '').slice(0, LIMITS.companyNameMaxLength),
    notes: lines
      .flatMap(([label, text]) => (text === '' ? [] : [`${label}: ${text}`]))
      .join('\n')
      .slice(0, LIMITS.notesMaxLength),
  };
}
