import type { Endpoints, RequestOf, SearchQuery } from '@tidewaiter/contract';
import { client } from './client.js';
import { createLane } from './lane.js';
import { type ListPart, listQuery, listRequest, type ValueList } from './value-list.js';

/** One list of a question, and the totals of everything that the question finds. */
export interface Breakdown extends ValueList {
  shipments: number;
  /** An exact decimal. */
  totalUsd: string;
}

interface Aggregates {
  shipmentCount: number;
  totalValueUSD: string;
  distinctCount: number;
}

type Item<Name extends string> = Record<Name, string> & { shipment_count: number; hs_description?: string | undefined };

/** The portal sorts by value; here counts are shown, and so the values stand by them. */
function breakdownOf<Name extends string>(answer: Aggregates, items: readonly Item<Name>[], name: Name): Breakdown {
  return {
    values: items
      .map((item) => ({ value: item[name], records: item.shipment_count, description: item.hs_description }))
      .sort((a, b) => b.records - a.records),
    distinctCount: answer.distinctCount,
    shipments: answer.shipmentCount,
    totalUsd: answer.totalValueUSD,
  };
}

type Ask = (request: RequestOf<Endpoints['listImporters']>, options: { signal: AbortSignal }) => Promise<Breakdown>;

/** The list calls of SPEC 7. */
const LISTS = {
  importers: async (request, options) => {
    const answer = await client.listImporters(request, options);
    return breakdownOf(answer, answer.importersList, 'importer_name');
  },
  exporters: async (request, options) => {
    const answer = await client.listExporters(request, options);
    return breakdownOf(answer, answer.exportersList, 'exporter_name');
  },
  localPorts: async (request, options) => {
    const answer = await client.listIndianPorts(request, options);
    return breakdownOf(answer, answer.portsList, 'port_name');
  },
  foreignPorts: async (request, options) => {
    const answer = await client.listForeignPorts(request, options);
    return breakdownOf(answer, answer.portsList, 'port_name');
  },
  hsCodes: async (request, options) => {
    const answer = await client.listHsCodes(request, options);
    return breakdownOf(answer, answer.hscodesList, 'hscode');
  },
  hsHeadings: async (request, options) => {
    const answer = await client.listHsCodes4Digit(request, options);
    return breakdownOf(answer, answer.hscodesList, 'hscode');
  },
  foreignCountries: async (request, options) => {
    const answer = await client.listForeignCountries(request, options);
    return breakdownOf(answer, answer.countriesList, 'country_name');
  },
  localCities: async (request, options) => {
    const answer = await client.listIndianCities(request, options);
    return breakdownOf(answer, answer.citiesList, 'city_name');
  },
  shipmentModes: async (request, options) => {
    const answer = await client.listShipmentMode(request, options);
    return breakdownOf(answer, answer.shipmentModeList, 'ship_mode');
  },
  stdUnits: async (request, options) => {
    const answer = await client.listStdUnit(request, options);
    return breakdownOf(answer, answer.stdUnitList, 'std_unit');
  },
  months: async (request, options) => {
    const answer = await client.listMonthwise(request, options);
    return breakdownOf(answer, answer.monthwiseList, 'month_name');
  },
} satisfies Record<string, Ask>;

export type BreakdownName = keyof typeof LISTS;

/**
 * A browser opens six connections to a portal. With the one for distinct values, two stay free for the records and their
 * count, which come first.
 */
const inLane = createLane(3);

/**
 * One list of a question. The server finds all lists of a question at once, so asking for another costs next to nothing;
 * without one of its filters, a question is another.
 */
export function breakdown(name: BreakdownName, query: SearchQuery, part: ListPart = {}) {
  const request = listRequest(query, part);
  return listQuery<Breakdown>(['list', name, request], inLane, (options) => LISTS[name](request, options));
}
