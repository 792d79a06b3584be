import { meaningOr, Terms, termKeySql } from './terms.js';

/**
 * Canonical units, each with its multiples and fractions and what files call them: UN/ECE Recommendation 20, the unit codes of
 * Indian customs, and words. Two meanings of one word (MT, GR, CT, bundles, cartons) leave it out, but for MT: where goods are
 * declared in it, it is metric tonnes.
 */
const UNITS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  KGS: {
    '1': 'kgs|kg|kgm|kgr|kilo|kilos|kilogram|kilograms|kilogramme|kilogrammes|kilogramo|kilogramos|kilogramo bruto|kilogramo neto|quilograma|quilogramas|quilograma liquido|kg net|net kg|kgn|kg neto',
    '1000':
      'tne|ton|tons|tonne|tonnes|mt|mts|mton|mtons|metric ton|metric tons|metric tonne|metric tonnes|tonelada|toneladas|tonelada metrica|toneladas metricas|tonelada metrica liquida|tn|tnm|tm',
    '100': 'qtl|quintal|quintals|dtn|qui',
    '0.001': 'grm|gms|gm|gram|grams|gramme|grammes|gramo|gramos|grama|gramas|g',
    '0.000001': 'mgm|milligram|milligrams|miligramo|miligramos',
    '0.45359237': 'lbs|lb|lbr|pound|pounds|libra|libras',
    '0.028349523125': 'oz|onz|ounce|ounces|onza|onzas',
  },
  NOS: {
    '1': 'nos|no|num|nmb|number|numbers|numero|pcs|pc|pce|pcs pcs|piece|pieces|pieza|piezas|pza|pzas|peca|pecas|unit|units|unt|unidad|unidades|unidade|und|un|uni|uds|u|ea|each|niu|nr|c62|h87|set|sets|adet|buah|unidad o pieza',
    '10': 'tens|decena|decenas',
    '12': 'doz|dz|dzn|dozen|dozens|docena|docenas|duzia|duzias',
    '100': 'cen|hundred|hundreds|centenar|centenares|ciento|cientos',
    '144': 'grs|gro|gross|gruesa|gruesas',
    '1000':
      'thd|ths|tu|mil|thousand|thousands|millar|millares|milheiro|milheiros|mil unidades|thousand units|miles de unidades',
  },
  PRS: { '1': 'prs|pr|pair|pairs|par|pares|npr|paa', '12': 'dpr|dozen pairs|docena de pares' },
  MTR: {
    '1': 'mtr|mtrs|m|meter|meters|metre|metres|metro|metros|metro lineal|metros lineales',
    '1000': 'kmt|km|kms|kme|ktm|kilometer|kilometers|kilometre|kilometres|kilometro|kilometros',
    '0.01': 'cmt|cm|cms|centimeter|centimetre|centimetro',
    '0.3048': 'fot|ft|feet|foot|pie|pies',
    '0.9144': 'yds|yd|yrd|yard|yards|yarda|yardas',
    '0.0254': 'inh|inch|inches|pulgada|pulgadas',
  },
  SQM: {
    '1': 'sqm|m2|mtk|smt|mt2|sqmt|sq m|sq mtr|sq mtrs|sq meter|sq metre|square meter|square meters|square metre|square metres|metro cuadrado|metros cuadrados|metro quadrado|metros quadrados',
    '0.09290304': 'sqf|sft|ftk|sqft|sq ft|square foot|square feet|pie cuadrado|pies cuadrados',
    '0.83612736': 'sqy|ydk|sq yd|square yard|square yards',
    '0.0001': 'sqc|cmk|cm2|square centimeter|square centimetre',
  },
  CBM: {
    '1': 'cbm|m3|mtq|mt3|cum|cu m|cu mtr|cubic meter|cubic meters|cubic metre|cubic metres|metro cubico|metros cubicos',
    '0.028316846592': 'cft|ftq|cu ft|cubic foot|cubic feet|pie cubico|pies cubicos',
    '0.000001': 'ccm|cmq|cm3|cubic centimeter|cubic centimetre',
  },
  LTR: {
    '1': 'ltr|ltrs|l|lt|lts|liter|liters|litre|litres|litro|litros',
    '1000': 'klr|kl|kilolitre|kilolitres|kiloliter|kilolitro',
    '100': 'hlt|hl|hectolitre|hectoliter|hectolitro',
    '0.001': 'mlt|ml|mls|millilitre|milliliter|mililitro|mililitros',
    '3.785411784': 'gll|gal|gls|gallon|gallons|us gallon|galon|galones',
    '158.987294928': 'bll|bbl|barrel|barrels|barril|barriles',
  },
  CTM: { '1': 'ctm|carat|carats|quilate|quilates|car|cts|kilate|kilates' },
  KWH: {
    '1': 'kwh|kilowatt hour|kilowatt hours|kilowatt hora|quilowatt hora',
    '1000': 'mwh|megawatt hour|megawatt hora|1000 kwh',
  },
};

/** It says which canonical unit a term means. */
export const UNIT_TERMS = new Terms();
/** How many of the canonical unit a term's unit is, exactly. */
const FACTOR_TERMS = new Terms();
/** Terms of the canonical units themselves. */
const SPELLING_TERMS = new Terms();
for (const [unit, multiples] of Object.entries(UNITS)) {
  for (const [factor, written] of Object.entries(multiples)) {
    const terms = written.split('|');
    UNIT_TERMS.add(unit, terms);
    FACTOR_TERMS.add(factor, terms);
    if (factor === '1') SPELLING_TERMS.add(unit, terms);
  }
}

/** A unit that is another spelling of a canonical one (`KG` of `KGS`). A tonne stays a tonne: its amount stands beside it. */
export function unitSpellingSql(text: string): string {
  return meaningOr(text, SPELLING_TERMS.meaningSql(termKeySql(text)));
}

/** The canonical unit of a unit, `''` where it has none, and how many of it, as decimal text. */
export function standardUnitSql(unit: string): { unit: string; factor: string } {
  const key = termKeySql(`toLowCardinality(${unit})`);
  return { unit: UNIT_TERMS.meaningSql(key), factor: FACTOR_TERMS.meaningSql(key) };
}
