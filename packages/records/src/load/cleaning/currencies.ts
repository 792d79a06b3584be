import { meaningOr, Terms, termKeySql } from './terms.js';

/** Languages in which files name currencies. */
const LANGUAGES = ['en', 'es', 'pt', 'fr'];

/** What Unicode's names lack. A name that several countries' money bears (rupees, pesos) is nobody's. */
const ALIASES: Readonly<Record<string, string>> = {
  USD: 'us$|usd$|us dollars|u s dollar|u.s. dollars|american dollar|american dollars|united states dollar|united states dollars|dolar usa|dolar ee uu|dolar americano|dolares americanos|dolares|dollars',
  EUR: 'euro|euros',
  GBP: 'pound sterling|pounds sterling|sterling|uk pound|great britain pound|libra esterlina',
  JPY: 'yen|japan yen|japanese yens|jp yen',
  CNY: 'rmb|renminbi|chinese yuan|yuan|chinese yuan renminbi|yuan renminbi|cnh',
  INR: 'indian rupees|inrs',
  CHF: 'swiss francs',
  KRW: 'won|korean won|south korean won',
  AED: 'uae dirham|uae dirhams|arab emirates dirham',
  RUB: 'rur|russian rubles|rouble|roubles',
  THB: 'baht',
  VND: 'dong',
};

function currencyTerms(): Terms {
  const terms = new Terms();
  const codes = Intl.supportedValuesOf('currency');
  for (const code of codes) terms.add(code, [code]);
  for (const [code, names] of Object.entries(ALIASES)) terms.add(code, names.split('|'));
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames(language, { type: 'currency' });
    for (const code of codes) terms.add(code, [names.of(code) ?? '']);
  }
  return terms;
}

export const CURRENCY_TERMS = currencyTerms();

/** The ISO 4217 code of a currency. */
export function currencySql(text: string): string {
  return meaningOr(text, CURRENCY_TERMS.meaningSql(termKeySql(text)));
}
