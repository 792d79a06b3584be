import { expect, it } from 'vitest';
import { partyNameKey } from './party-names.js';
import { placeholderShown } from './placeholders.js';

const UNSTATED = [
  ...['NOT AVAILABLE', 'N/A', 'Unknown Importer', 'NO DISPONIBLE', 'NÃO INFORMADO', 'NON RENSEIGNÉ'],
  ...['не указан', '不详', 'SAME AS CONSIGNEE'],
];

it.each<[string, string]>([
  ['TO ORDER', 'to order'],
  ['To order.', 'to order'],
  ['TO THE ORDER OF BANK OF THE SEVEN ISLES', 'to order (BANK OF THE SEVEN ISLES)'],
  ['TO THE ORDER: SEVEN SEAS BANK LTD', 'to order (SEVEN SEAS BANK LTD)'],
  ['M/S. TO ORDER OF SHIPPER', 'to order (SHIPPER)'],
  ['ORDER OF ACME TRADING', 'to order (ACME TRADING)'],
  ['A LA ORDEN DE BANCO DEL SUR', 'to order (BANCO DEL SUR)'],
  ['À L’ORDRE DE BANQUE DU PORT', 'to order (BANQUE DU PORT)'],
  ['À ORDEM', 'to order'],
  ['An die Order der Hausbank', 'to order (Hausbank)'],
  ["ALL'ORDINE", 'to order'],
  ['Kuzey Bankasi emrine', 'to order (Kuzey Bankasi emrine)'],
  ['По приказу банка', 'to order (По приказу банка)'],
  ...UNSTATED.map((name): [string, string] => [name, `not stated (${name})`]),
])('in the place of a name %s is nobody, and shown as %s', (name, shown) => {
  expect([partyNameKey(name), placeholderShown(name)]).toEqual(['', shown]);
});

it.each([
  ...['ORDERLY FURNITURE LTD', 'MAIL ORDER HOUSE LTD', 'NEW ORDER RECORDS LTD', 'ORDER GROUP LTD', 'ORDEN SA'],
  ...['TORDER INDUSTRIES', 'NA TRADING', 'NONE SUCH LTD', 'UNKNOWN PLEASURES LTD', 'VARIOUS ARTS BV', 'NIL KAMAL'],
  ...['NULL SYSTEMS', 'BANCO DEL SUR S.A.', 'SEVEN SEAS BANK PLC', 'INDIVIDUAL FOODSERVICE', 'BEARER BRANDS'],
  ...['OTHERSIDE GMBH', '无锡电子有限公司'],
])('in the place of a name %s is somebody', (name) => {
  expect(partyNameKey(name)).not.toBe('');
  expect(placeholderShown(name)).toBeUndefined();
});
