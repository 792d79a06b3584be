import type { SearchBy, TradeType } from '@tidewaiter/contract';

/** An HS code has four to ten digits. */
const CODE = /^\d{4,10}$/;

/** Two digits are a chapter, which can be asked wherever codes can. */
export const CHAPTER = /^\d{2}$/;

/** Words that firms have in their names, in the languages that the records are written in. */
const OF_FIRMS =
  /(^|[\s,.])(ltd|limited|llc|llp|inc|corp|corporation|company|co|plc|pvt|pte|gmbh|ag|kg|sa|s\.a|sas|srl|s\.r\.l|spa|s\.p\.a|bv|b\.v|nv|ab|oy|as|aps|sdn bhd|jsc|ooo|ltda|cia|cv|c\.v)\.?$/i;

/**
 * What a text most likely asks for where nobody said it, and then what else it may: digits are a code, what ends as firms do is a company,
 * everything else is goods.
 *
 * @param offered what can be searched by
 */
export function readingsOf(text: string, trade: TradeType, offered: readonly SearchBy[]): SearchBy[] {
  const digits = text.replaceAll(/[\s.]/g, '');
  const companies: SearchBy[] = trade === 'IMPORT' ? ['IMPORTER', 'EXPORTER'] : ['EXPORTER', 'IMPORTER'];
  const likely: SearchBy[] = CHAPTER.test(digits)
    ? ['HS_CODE_2', 'PRODUCT']
    : CODE.test(digits)
      ? ['HS_CODE', 'PRODUCT']
      : OF_FIRMS.test(text.trim())
        ? [...companies, 'PRODUCT']
        : ['PRODUCT', ...companies];
  return likely.filter((by) => offered.includes(by === 'HS_CODE_2' ? 'HS_CODE' : by));
}
