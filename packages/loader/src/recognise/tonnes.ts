/** Tonnes in the name of a weight or a quantity: `Net weight (t)`, `Peso neto, toneladas`, `QTY_MT`. */

const WORDS =
  '(?<=_)t[nm]|mts?|tne|(?:metric )?tons?|(?:metric )?tonnes?(?: m[eé]triques?)?|tonnen|toneladas?(?: m[eé]tricas?)?|tonnellate|tonn?[aey]?|тонн\\p{L}*|طن|吨|噸|トン|톤|ตัน|tấn|τόν\\p{L}*|טון';

/** A single letter stands in brackets or behind a comma. */
const LETTERS = 't|to|tn|tm|т|τ';

const IN_TONNES = new RegExp(
  `[\\s_/-]*(?:(?:^|(?<=[\\s([,_/-]))(?:in |em |en |в |u |بال)?(?:${WORDS})|[([,]\\s*(?:in |в )?(?:${LETTERS}))[.)\\]\\s]*$`,
  'iu',
);

export const isInTonnes = (header: string) => IN_TONNES.test(header);

export const withoutTonnes = (header: string) => header.replace(IN_TONNES, '').replace(/[\s,([]+$/, '');
