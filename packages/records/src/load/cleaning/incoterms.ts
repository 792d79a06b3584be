import { meaningOr, Terms, termKeySql } from './terms.js';

/** The terms in force and those of earlier editions that files still carry, with their other spellings. */
const SPELLINGS: Readonly<Record<string, string>> = {
  EXW: 'ex works|ex work|exworks|ex factory|ex mill|en fabrica',
  FCA: 'free carrier|franco transportista',
  FAS: 'free alongside ship|free along side ship',
  FOB: 'free on board|franco a bordo|f o b',
  CFR: 'c f|cnf|c n f|c and f|candf|c fr|cost and freight|cost freight|costo y flete',
  CIF: 'c i f|cost insurance freight|cost insurance and freight|costo seguro y flete',
  CPT: 'carriage paid to',
  CIP: 'carriage and insurance paid to|carriage insurance paid|carriage and insurance paid',
  DAP: 'delivered at place',
  DPU: 'delivered at place unloaded',
  DDP: 'delivered duty paid',
  DAT: 'delivered at terminal',
  DAF: 'delivered at frontier',
  DES: 'delivered ex ship|ex ship',
  DEQ: 'delivered ex quay',
  DDU: 'delivered duty unpaid',
};

const INCOTERM_TERMS = new Terms();
for (const [code, spellings] of Object.entries(SPELLINGS)) INCOTERM_TERMS.add(code, [code, ...spellings.split('|')]);

/** `FOB SHANGHAI` is FOB: the place is said elsewhere. */
const PLACE_AFTER = `^(${Object.keys(SPELLINGS).join('|')}) .+$`;

export function incotermSql(text: string): string {
  return meaningOr(text, INCOTERM_TERMS.meaningSql(`replaceRegexpOne(${termKeySql(text)}, '${PLACE_AFTER}', '\\\\1')`));
}
