import { tableFile } from './table-file.js';

export type Unit = 'KG' | 'TON' | 'PC' | 'PAIR' | 'SET' | 'SQM' | 'CBM' | 'LTR' | 'CT';

/** How the goods usually travel: by sea, by air, either, or by sea in bulk (few and large lots). */
type Travel = 'S' | 'A' | 'M' | 'B';

/** A phrase is a run of parts; a part with several texts is a slot that takes one of them. */
export type Phrase = readonly (readonly string[])[];

export interface Good {
  hs6: string;
  chapter: string;
  /** A short name in the demo's own words, not the nomenclature's. */
  label: string;
  unit: Unit;
  /** Typical price of one unit, in US dollars. */
  price: number;
  kgPerUnit: number;
  travel: Travel;
  /** Countries (alpha-3) that sell it; empty where it may come from anywhere. */
  origins: readonly string[];
  phrases: readonly Phrase[];
  /** Phrases that declarants of one language use, by language. */
  localPhrases: ReadonlyMap<string, readonly Phrase[]>;
}

/** Slots that are filled per shipment, not from a list: the seller's brand and a model or lot number. */
export const BRAND_SLOT = '@';
export const MODEL_SLOT = '#';

function parsePhrase(text: string): Phrase {
  return text
    .split(/(\{[^}]*\})/)
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('{') && part.endsWith('}') ? part.slice(1, -1).split('|') : [part]));
}

function isUnit(text: string | undefined): text is Unit {
  return text !== undefined && /^(KG|TON|PC|PAIR|SET|SQM|CBM|LTR|CT)$/.test(text);
}

function isTravel(text: string | undefined): text is Travel {
  return text !== undefined && /^[SAMB]$/.test(text);
}

/**
 * The tables are text, for a row of 200 goods should be read as a row: chapters 01-15 (farm), 16-40 (process), 41-71 (light) and 72-96
 * (industry). A good is a line
 * `hs6 | label | unit price kg travel | origins` followed by its indented phrases. In a phrase `{A|B}` takes one of the
 * texts, `{@}` is the seller's brand, `{#}` a model or lot number; `es: ` before it names the language that uses it.
 */
function parseGoods(table: string): Good[] {
  return table
    .trim()
    .split(/\n(?=\S)/)
    .map((block) => {
      const [head = '', ...lines] = block.split('\n').map((line) => line.trim());
      const [hs6 = '', label = '', measures = '', origins = ''] = head.split(' | ');
      const [unit, price, kgPerUnit, travel] = measures.split(' ');
      if (!/^\d{6}$/.test(hs6) || !isUnit(unit) || !isTravel(travel) || lines.length === 0) {
        throw new Error(`a good is not written as the table asks: ${head}`);
      }
      const phrases: Phrase[] = [];
      const localPhrases = new Map<string, Phrase[]>();
      for (const line of lines) {
        const [, language, text] = /^([a-z]{2}): (.*)$/.exec(line) ?? [];
        if (language === undefined || text === undefined) phrases.push(parsePhrase(line));
        else localPhrases.set(language, [...(localPhrases.get(language) ?? []), parsePhrase(text)]);
      }
      return {
        hs6,
        chapter: hs6.slice(0, 2),
        label,
        unit,
        price: Number(price),
        kgPerUnit: Number(kgPerUnit),
        travel,
        origins: origins === '' ? [] : origins.split(' '),
        phrases,
        localPhrases,
      };
    });
}

export const GOODS: readonly Good[] = ['farm', 'process', 'light', 'industry'].flatMap((part) =>
  parseGoods(tableFile(`goods-${part}.txt`)),
);

export const CHAPTERS: readonly string[] = [...new Set(GOODS.map((good) => good.chapter))].sort();

/** The goods of a chapter that a country sells. */
export function goodsSoldBy(country: string, chapter: string): readonly Good[] {
  return GOODS.filter(
    (good) => good.chapter === chapter && (good.origins.length === 0 || good.origins.includes(country)),
  );
}
