/**
 * Who is no importer though the file names it there: a bank that holds the papers for somebody, which its wording says. A bank that is named
 * alone may import what banks need. An order stays where it is: its name is nobody's (`placeholders.ts` of the contract). SQL conditions
 * over a text.
 */
import { AN_ORDER } from '@tidewaiter/contract';

/** Without one of these, a name is no such thing: most names are done with here. */
const HINTS = {
  banks: ['bank', 'banco', 'banque', 'banca'],
  orders: ['order', 'orden', 'ordem', 'ordre', 'ordine'],
};

/** What may stand after the word in a bank's name; `BANK NOTE PAPER MILL` goes on otherwise. */
const AFTER_BANK =
  'of|ltd|limited|plc|pcl|na|n a|sa|s a|ag|nv|co|company|corp|corporation|inc|llc|berhad|bhd|pjsc|ojsc|jsc|psc|qpsc|saog|saoc|sal|bsc|asa|ab|as|a s|tbk|persero|international|for|and trust|trust|indonesia|india|pakistan|bangladesh|limited by';

const BANK = `(^| )bank( (${AFTER_BANK})( .*)?)?$|^(the )?bank of |^(banco|banque|banca) `;

/** A bank, whatever is said of it. */
const A_BANK = '(^| )(bank|banco|banque|banca) ';

/** These banks keep anything but money. */
const OTHER_BANKS =
  '(food|blood|power|seed|gene|eye|milk|tissue|sperm|data|river|south|north|east|west|left|right) bank';

/** Brings a text to small letters without accents and punctuation. */
export const plain = (text: string) =>
  `trim(replaceRegexpAll(lower(removeDiacriticsUTF8(${text})), '[^a-z0-9]+', ' '))`;

const isBank = (name: string) => `(match(${name}, '${BANK}') AND NOT match(${name}, '${OTHER_BANKS}'))`;

/** What is said beside a bank that holds the papers: the credit that it gives, or whose account it is for. */
const FOR_SOMEBODY = '(^| )(l c|lc|letter of credit|credit no|a c|account of|account|on behalf of|favou?r of)( |$)';

/** A condition that is looked at where a text has one of some hints. */
const hinted = (text: string, hints: readonly string[], condition: string) =>
  `if(multiSearchAnyCaseInsensitive(${text}, [${hints.map((hint) => `'${hint}'`).join(', ')}]), ${condition}, false)`;

/** Holds for a bank that holds the papers of somebody else. */
export function isNoImporter(text: string): string {
  const plainText = plain(text);
  const holdsPapers = `match(${plainText}, '${A_BANK}') AND NOT match(${plainText}, '${OTHER_BANKS}') AND match(${plainText}, '${FOR_SOMEBODY}')`;
  return hinted(text, HINTS.banks, `${holdsPapers} AND NOT ${isOrder(text)}`);
}

/** What stands before the name of whose order it is. */
const ORDER_OF =
  '(?i)^[^\\pL]*(?:(?:to|unto|a|à)\\s+)?(?:(?:the|la|l.)\\s*)?(?:order|orden|ordem|ordre)\\s+(?:of|de|do|da|du)\\s+';

/** The letter of credit under which it is. */
const UNDER_CREDIT = '(?i)[ ,;]+(?:under|as per|l/?c)[ .:].*$';

/** The bank that a text names, itself or as the one whose order it is; `''` where it names none. */
export function extractBank(text: string): string {
  const bank = `replaceRegexpOne(replaceRegexpOne(${text}, '${ORDER_OF}', ''), '${UNDER_CREDIT}', '')`;
  return `if(${isBank(plain(bank))}, ${bank}, '')`;
}

/** Holds for an order: the papers' holder takes the goods, and nobody knows who that is. */
export const isOrder = (text: string) => hinted(text, HINTS.orders, `match(${plain(text)}, '${AN_ORDER}')`);
