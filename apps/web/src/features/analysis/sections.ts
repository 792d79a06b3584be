import {
  type Dimension,
  dimensionOf,
  dimensionTitle,
  type End,
  endOf,
  type FilterList,
  isIndianSearch,
  type ListedDimension,
  type SearchQuery,
} from '@tidewaiter/contract';

type Question = Pick<SearchQuery, 'tradeType' | 'countryCode'>;

/** A breakdown of what a question finds: a section of the screen. */
export interface Section {
  list: ListedDimension;
  /** As SPEC 2 prints it. */
  title: string;
  /** What one of its items is called. */
  item: string;
  /** The filter that an item makes. */
  field: FilterList;
  /** Its items are companies. */
  isParty: boolean;
}

const END_TITLE: Readonly<Record<End, string>> = { origin: 'Origin', destination: 'Destination' };

const titleOf = (name: Dimension, { tradeType, countryCode }: Question) =>
  dimensionTitle(name, tradeType, isIndianSearch(countryCode));

/** The sections below the months, in the order of SPEC 2. Exports leave by the reporting country's ports, imports arrive there. */
export function sectionsOf(question: Question): Section[] {
  const { tradeType } = question;
  const ports = (['foreignPorts', 'localPorts'] as const).map((list) => {
    const end = endOf(list === 'localPorts' ? 'local' : 'foreign', tradeType);
    return { list, end, title: `Top 10 ${END_TITLE[end]} Ports (${titleOf(list, question)})`, item: 'Port' };
  });
  const named = [
    { list: 'importers', title: 'Top 10 Importers', item: 'Importer' },
    { list: 'exporters', title: 'Top 10 Exporters', item: 'Exporter' },
    ...ports.sort((a, b) => b.end.localeCompare(a.end)),
    { list: 'hsCodes', title: 'Top 10 HS Codes', item: 'HS Code' },
    { list: 'foreignCountries', title: 'Top 10 Countries', item: 'Country' },
    { list: 'localCities', title: 'Top 10 Cities', item: 'City' },
  ] as const;
  return named.flatMap(({ list, title, item }) => {
    const { filter, party } = dimensionOf(list);
    const field = filter?.[tradeType];
    return field ? [{ list, title, item, field, isParty: party !== undefined }] : [];
  });
}

/** The five summary cards. */
export function cardsOf(question: Question): { label: string; list: ListedDimension }[] {
  return [
    { label: 'Importer', list: 'importers' },
    { label: 'Exporter', list: 'exporters' },
    { label: 'HSCODE', list: 'hsCodes' },
    { label: titleOf('foreignPorts', question), list: 'foreignPorts' },
    { label: titleOf('localPorts', question), list: 'localPorts' },
  ];
}
