import type { Company } from './companies.js';
import { BRAND_SLOT, type Good, MODEL_SLOT, type Phrase } from './goods.js';
import type { Random } from './random.js';

export interface Wording {
  text: string;
  /** Which of the good's phrases it is: the same thing keeps its national tariff line. */
  kind: number;
}

function fill(phrase: Phrase, seller: Company, random: Random): string {
  let text = '';
  for (const slot of phrase) {
    const part = slot.length === 1 ? (slot[0] ?? '') : random.pick(slot);
    if (part === BRAND_SLOT) text += seller.brand;
    else if (part === MODEL_SLOT) text += `${seller.brand.slice(0, 2)}${10 + random.below(90)}-${random.below(100)}`;
    else text += part;
  }
  return text;
}

function inSentenceCase(text: string): string {
  return text.slice(0, 1) + text.slice(1).toLowerCase();
}

function inTitleCase(text: string): string {
  return text.toLowerCase().replace(/(^|[\s"(/-])(\p{L})/gu, (_, before: string, letter: string) => {
    return before + letter.toUpperCase();
  });
}

/** What clerks add to a description. */
function addendum(good: Good, random: Random): string {
  switch (random.below(6)) {
    case 0:
      return `, HS ${good.hs6.slice(0, 4)}.${good.hs6.slice(4)}`;
    case 1:
      return ` / PO NO. ${10000 + random.below(90000)}`;
    case 2:
      return ` - TOTAL ${20 + random.below(900)} CTNS`;
    case 3:
      return ' (AS PER INVOICE)';
    case 4:
      return ', BRAND NEW';
    default:
      return '.';
  }
}

/** How a seller's goods are described to a customs office: its own case and brand, sometimes in the office's language. */
export function describe(good: Good, seller: Company, language: string, random: Random): Wording {
  const local = good.localPhrases.get(language) ?? good.localPhrases.get(seller.place.language);
  const phrases = local !== undefined && random.chance(0.45) ? local : good.phrases;
  const kind = random.below(phrases.length);
  let text = fill(phrases[kind] ?? [], seller, random);
  if (seller.wording === 'sentence') text = inSentenceCase(text);
  else if (seller.wording === 'title') text = inTitleCase(text);
  if (random.chance(0.14)) text += addendum(good, random);
  if (random.chance(0.04)) text = text.replace(' ', '  ');
  return { text, kind };
}
