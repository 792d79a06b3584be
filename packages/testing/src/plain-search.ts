/**
 * A search as a plain filter over records in memory: written against the specification and sharing no code with the search
 * itself, so that one can be held against the other.
 */
import {
  exceptListOf,
  type MatchType,
  rangeOf,
  type SearchBy,
  type SearchQuery,
  type TradeType,
} from '@tidewaiter/contract';

export type PlainRecord = Record<string, string> & { tradeType: TradeType };

/** Splits the generated CSV; its cells hold quotes and commas but no line breaks. */
export function parseCsv(text: string, tradeType: TradeType): PlainRecord[] {
  const [header = [], ...rows] = text
    .trimEnd()
    .split('\n')
    .map((line) =>
      [...line.matchAll(/("((?:[^"]|"")*)"|[^,]*)(?:,|$)/g)]
        .slice(0, line.endsWith(',') ? undefined : -1)
        .map(([, plain = '', quoted]) => quoted?.replaceAll('""', '"') ?? plain),
    );
  return rows.map((cells) => {
    const named = header.map((name, index) => [name, (cells[index] ?? '').trim()]);
    return { ...Object.fromEntries(named), tradeType } as PlainRecord;
  });
}

const LETTERS: Readonly<Record<string, string>> = {
  ...{ ł: 'l', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ı: 'i', æ: 'ae', œ: 'oe', þ: 'th', ß: 'ss' },
};

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[łøđðħŧıæœþß]/g, (letter) => LETTERS[letter] ?? letter);
/** Texts repeat, and so do questions of them. */
function remembering(work: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const result = known.get(text) ?? work(text);
    known.set(text, result);
    return result;
  };
}
const descriptionOf = remembering((text) => plain(text).replace(/\s+/g, ' ').trim());
const partyOf = remembering((text) =>
  plain(text)
    .replace(/[-.'’`]+/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim(),
);

/** How plurals are made, of those that are made regularly: English, Spanish, Portuguese. */
const PLURALS: readonly [plural: RegExp, singular: string][] = [
  [/(?<=^.+[^s])s$/, ''],
  [/(?<=^.+(?:ss|us|x|z|ch|sh|o))es$/, ''],
  [/(?<=[aeiou][^aeiou]+[aeiou]+[lnrd])es$/, ''],
  [/(?<=^.+[^aeiou])ies$/, 'y'],
  [/(?<=^..+)ves$/, 'f'],
  [/(?<=^.+i)ves$/, 'fe'],
  [/(?<=^.+[aeiou])ces$/, 'z'],
  [/(?<=^(?=.*[aeiou].*oes).{2,})oes$/, 'ao'],
  [/(?<=^...+)ais$/, 'al'],
  [/(?<=^..+)eis$/, 'el'],
  [/(?<=^..+)eis$/, 'il'],
  [/(?<=^..+)ois$/, 'ol'],
  [/(?<=^..+)gens$/, 'gem'],
];

/** Words whose plural is made otherwise, and words that only look like a plural. */
const PLURAL_OF: Record<string, string> = {
  ...{ man: 'men', woman: 'women', child: 'children', foot: 'feet', tooth: 'teeth', mouse: 'mice', goose: 'geese' },
  ...{ flor: 'flores', piel: 'pieles', item: 'itens', homem: 'homens' },
  ...{ gas: 'gases', lens: 'lenses', canvas: 'canvases' },
};
const NO_PLURAL_OF: Record<string, string> = {
  ...{ new: 'news', len: 'lens', good: 'goods', custom: 'customs', silicon: 'silicones' },
};

function isPluralOf(plural: string, singular: string): boolean {
  if (PLURAL_OF[singular] === plural) return true;
  if (NO_PLURAL_OF[singular] === plural || plural.endsWith('ss') || singular.length < 3) return false;
  return PLURALS.some(([ending, becomes]) => ending.test(plural) && plural.replace(ending, becomes) === singular);
}

const isCode = (word: string) => word.length < 3 || !/^[a-z]+$/.test(word);

function isSameWord(one: string, other: string): boolean {
  if (one === other) return true;
  return !isCode(one) && !isCode(other) && (isPluralOf(one, other) || isPluralOf(other, one));
}

/** Letters and digits that stand together; in scripts without spaces between words each character is one. */
const WORDS =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}])[\p{L}\p{N}\p{M}])+/gu;

function hasWords(description: string, value: string): boolean {
  const words = description.match(WORDS) ?? [];
  const asked =
    value
      .normalize('NFKC')
      .replace(/['’][sS](?![\p{L}\p{N}\p{M}])/gu, '')
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return (
    asked.length > 0 &&
    asked.every((one) => {
      const sought = descriptionOf(one).match(WORDS) ?? [];
      if (sought.length === 1) return words.some((word) => isSameWord(word, sought[0] ?? ''));
      return words.some((_, at) => sought.every((part, index) => words[at + index] === part));
    })
  );
}

function matchesValue(record: PlainRecord, searchBy: SearchBy, matchType: MatchType, value: string): boolean {
  const contains = (text: string, part: string) => part !== '' && text.includes(part);
  switch (searchBy) {
    case 'HS_CODE':
    case 'HS_CODE_2':
      return (record.hs_code ?? '').startsWith(value);
    case 'PRODUCT': {
      const description = descriptionOf(record.product_description ?? '');
      if (matchType === 'W') return hasWords(description, value);
      if (matchType !== 'L') return contains(description, descriptionOf(value));
      return value.split(/\s+/).every((word) => contains(description, descriptionOf(word)));
    }
    case 'IMPORTER':
      return contains(partyOf(record.importer_name ?? ''), partyOf(value));
    case 'EXPORTER':
      return contains(partyOf(record.exporter_name ?? ''), partyOf(value));
  }
}

type Said = (record: PlainRecord) => string | undefined;
const cell =
  (name: string): Said =>
  (record) =>
    record[name] ?? '';
/** A column of its own for each direction of trade; none, where it has nothing of the kind, and nothing passes. */
const byTrade =
  (ofImports: string | undefined, ofExports: string): Said =>
  (record) => {
    const name = record.tradeType === 'IMPORT' ? ofImports : ofExports;
    return name === undefined ? undefined : (record[name] ?? '');
  };

/** What a record says where a filter looks. */
const SAID = {
  ...{ hsCodeList: cell('hs_code'), hsCode4DigitList: (record: PlainRecord) => (record.hs_code ?? '').slice(0, 4) },
  // Imports go to the reporting country: none names another.
  ...{ originCountryList: cell('origin_country'), destinationCountryList: byTrade(undefined, 'destination_country') },
  ...{ portOriginList: cell('origin_port'), portDestinationList: cell('destination_port'), incoterm: cell('incoterm') },
  ...{ shipmentModeList: cell('mode_of_transport'), stdUnitList: cell('std_unit') },
  consumptionType: byTrade('import_purpose', 'export_purpose'),
  cityOriginList: byTrade(undefined, 'exporter_city'),
  cityDestinationList: byTrade('city', 'city_of_destination'),
};

const RANGED = {
  rangeQuantity: 'quantity',
  rangeValueUsd: 'total_value_usd',
  rangeUnitPriceUsd: 'unit_price_usd',
} as const;

function passesFilters(record: PlainRecord, query: SearchQuery): boolean {
  for (const name of Object.keys(SAID) as (keyof typeof SAID)[]) {
    const said = SAID[name](record);
    const has = (values: readonly string[]) => said !== undefined && values.includes(said);
    if (query[name].length > 0 && !has(query[name])) return false;
    if (has(query[exceptListOf(name)])) return false;
  }
  for (const [name, field] of Object.entries(RANGED)) {
    const range = rangeOf(query, name as keyof typeof RANGED);
    if (!range) continue;
    // A value in USD that stands in the local column only is a USD value too.
    const stated = field === 'total_value_usd' && record.currency === 'USD' ? record.total_value : '';
    const value = record[field] || stated;
    if (!value || Number(value) < Number(range.from) || Number(value) > Number(range.to)) return false;
  }
  if (query.productDesc.length === 0) return true;
  const any = query.productDesc.some((text) => matchesValue(record, 'PRODUCT', 'C', text));
  return query.conditionProductDesc === 'D' ? !any : any;
}

/** Whether a question finds a record. */
export function matches(record: PlainRecord, query: SearchQuery): boolean {
  const row = ({ searchBy, matchType, searchValue }: Pick<SearchQuery, 'searchBy' | 'matchType' | 'searchValue'>) => {
    const any = searchValue.some((value) => matchesValue(record, searchBy, matchType, value));
    return matchType === 'D' ? !any : any;
  };
  let held = row(query);
  for (const builder of query.queryBuilder) {
    if (builder.relation === 'OR') held = held || row(builder);
    else held = held && (builder.relation === 'AND' ? row(builder) : !row(builder));
  }
  const date = record.record_date ?? '';
  return (
    held &&
    passesFilters(record, query) &&
    record.tradeType === query.tradeType &&
    query.countryCode.includes(record.country ?? '') &&
    date >= query.fromDate &&
    date <= query.toDate
  );
}
