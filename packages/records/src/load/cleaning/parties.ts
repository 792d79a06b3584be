/**
 * Who is no importer though the file names it there: an order, which says that the papers' holder takes the goods, and a bank,
 * which holds the papers. SQL conditions over a text.
 */

/** Without one of these, a name is no such thing: most names are done with here. */
const HINTS = ['order', 'orden', 'ordem', 'ordre', 'bank', 'banco', 'banque', 'banca'];

const ORDER = '^((to|unto|a) )?((the|la|l) )?(order|orden|ordem|ordre|a ordem)( (of|de|do|da|du|and|to)( .*)?| ?)$';

/** What may stand after the word in a bank's name; `BANK NOTE PAPER MILL` goes on otherwise. */
const AFTER_BANK =
  'of|ltd|limited|plc|pcl|na|n a|sa|s a|ag|nv|co|company|corp|corporation|inc|llc|berhad|bhd|pjsc|ojsc|jsc|psc|qpsc|saog|saoc|sal|bsc|asa|ab|as|a s|tbk|persero|international|for|and trust|trust|indonesia|india|pakistan|bangladesh|limited by';

const BANK = `(^| )bank( (${AFTER_BANK})( .*)?)?$|^(the )?bank of |^(banco|banque|banca) `;

/** Banks of anything but money. */
const OTHER_BANKS =
  '(food|blood|power|seed|gene|eye|milk|tissue|sperm|data|river|south|north|east|west|left|right) bank';

/** The text in small letters, accents and punctuation gone. */
const plain = (text: string) => `trim(replaceRegexpAll(lower(removeDiacriticsUTF8(${text})), '[^a-z0-9]+', ' '))`;

/** Holds for an order or a bank. */
export function isNoImporter(text: string): string {
  const hints = HINTS.map((hint) => `'${hint}'`).join(', ');
  const said = plain(text);
  const bank = `match(${said}, '${BANK}') AND NOT match(${said}, '${OTHER_BANKS}')`;
  return `if(multiSearchAnyCaseInsensitive(${text}, [${hints}]), match(${said}, '${ORDER}') OR (${bank}), false)`;
}
