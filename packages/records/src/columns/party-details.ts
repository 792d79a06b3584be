/** What records say of their parties beside a name: where each sits, and the official numbers by which it is known. */
import {
  endOf,
  NUMBER_SCHEMES,
  PARTY_DETAILS,
  type PartyDetail,
  TRADE_TYPES,
  type TradeType,
} from '@tidewaiter/contract';
import { quote } from '../engine/engine.js';
import { lettersAndDigits } from '../text/normalise-columns.js';
import { hashedKey } from '../text/party-name-keys.js';
import { PARTY_ROLES, type PartyRole } from './parties.js';

const extra = (name: string) => `extras['${name}']`;

/** Pieces of an address in one line; nothing where the first of them is not stated: a town alone is no address. */
const inOneLine = (first: string, ...pieces: string[]) =>
  `if(${first} = '', '', arrayStringConcat(arrayFilter(piece -> piece != '', [${[first, ...pieces].map((piece) => `toString(${piece})`).join(', ')}]), ', '))`;

/** Where sources state an address in pieces, these are of it; others write it in one column. */
const PIECES: Readonly<Record<TradeType, Readonly<Record<PartyRole, readonly [string, ...string[]] | null>>>> = {
  IMPORT: {
    IMPORTER: [extra('address1'), extra('address2'), 'city', extra('pin')],
    EXPORTER: [extra('foreign_address')],
    NOTIFY: null,
  },
  EXPORT: {
    IMPORTER: ['for_add1', 'for_add2', 'for_add3', 'for_add4'].map(extra) as [string, ...string[]],
    EXPORTER: [extra('exporter_add1'), extra('exporter_add2'), 'exporter_city'],
    NOTIFY: null,
  },
};

const WHOLE: Readonly<Record<PartyRole, string>> = {
  IMPORTER: extra('importer_address'),
  EXPORTER: extra('exporter_address'),
  NOTIFY: extra('notify_party_address'),
};

/** The party that declares: who imports into the reporting country, or exports from it. */
export const declares = (role: PartyRole, trade: TradeType) =>
  role === (endOf('local', trade) === 'destination' ? 'IMPORTER' : 'EXPORTER');

/** What a record says of its party in a role; `''` where it says nothing. */
export const partyDetailSql: Readonly<Record<PartyDetail, (role: PartyRole, trade: TradeType) => string>> = {
  ADDRESS(role, trade) {
    const pieces = PIECES[trade][role];
    return pieces ? `if(${WHOLE[role]} != '', ${WHOLE[role]}, ${inOneLine(...pieces)})` : WHOLE[role];
  },
  NUMBER(role, trade) {
    if (role === 'NOTIFY') return "''";
    const column = `${role.toLowerCase()}_tax_id`;
    // What is no number of a scheme has no name of one before it. Records that were loaded before there were schemes have the code alone.
    const former = declares(role, trade) ? `if(${extra('iec')} = '', '', concat('IEC ', ${extra('iec')}))` : "''";
    return `if(position(${column}, ' ') > 0, toString(${column}), ${former})`;
  },
};

/** An official number without what tells the branches of one company apart; of any other text, the text. */
export const numberOfCompany = (text: string) =>
  `multiIf(${NUMBER_SCHEMES.flatMap(({ name, company }) =>
    company === undefined
      ? []
      : `startsWith(${text}, ${quote(`${name} `)}), substring(${text}, 1, ${name.length + 1 + company})`,
  ).join(', ')}, ${text})`;

/** Under which a column's details meet: signs, spaces and case make no difference. 0 where nothing is stated. */
export const detailKeys = (column: string) => hashedKey(lettersAndDigits(numberOfCompany(column)));

/** Letters and digits of the shortest address that leads to others. */
const SHORTEST_ADDRESS = 8;

/** Whether companies that state the same detail have anything in common by it: an address without a number is a town or a district. */
export const leadsToOthers = (detail: string, text: string) =>
  `(${detail} != 'ADDRESS' OR match(${text}, '\\pN') AND lengthUTF8(${lettersAndDigits(text)}) >= ${SHORTEST_ADDRESS})`;

/** All details of a record's parties, whichever way it goes: arrays of what it is, what it says, and whose it is. */
export const detailsOfRecord = PARTY_DETAILS.flatMap((detail) =>
  (Object.keys(PARTY_ROLES) as PartyRole[]).flatMap((role) => {
    const [imports, exports] = TRADE_TYPES.map((trade) => partyDetailSql[detail](role, trade));
    if (imports === "''" && exports === "''") return [];
    const said = imports === exports ? imports : `if(trade_type = 'IMPORT', ${imports}, ${exports})`;
    return [`('${detail}', ${said}, ${PARTY_ROLES[role]}_key)`];
  }),
);
