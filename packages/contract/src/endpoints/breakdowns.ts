import { z } from 'zod';
import { endpoint, noParams } from '../endpoint.js';
import { TOO_MUCH } from '../errors.js';
import { breakdownQuery } from '../search-query.js';

/** Sums of a group of records, exact: decimals are strings. INR by the rate of each record's month; null where one lacks. */
const sums = {
  quantity: z.string(),
  shipment_count: z.number().int(),
  value_usd: z.string(),
  value_inr: z.string().nullable(),
  share: z.string().describe('Percent of the value of everything that the question finds, two decimals'),
};

/** Totals of everything that the question finds, and of the ten largest of the list (SPEC 3 "Breakdown lists"). */
const aggregates = {
  totalQuantity: z.string(),
  shipmentCount: z.number().int(),
  totalValueUSD: z.string(),
  totalValueINR: z.string().nullable(),
  valueShare: z.string(),
  totalQuantityTop10: z.string(),
  shipmentCountTop10: z.number().int(),
  totalValueUSDTop10: z.string(),
  totalValueINRTop10: z.string().nullable(),
  valueShareTop10: z.string(),
  distinctCount: z.number().int().describe('How many the whole list has; an answer carries a page of it'),
};

/** What an item of a list of HS codes has beside its sums. */
const described = {
  hs_description: z.string().optional().describe('What the HS nomenclature calls the code, where it knows it'),
};

/** A list call (SPEC 7): its own path, the name of its list, and the name of what each item is. */
function breakdown<
  Name extends string,
  List extends string,
  Item extends string,
  More extends z.ZodRawShape = Record<never, never>,
>(name: Name, path: string, list: List, item: Item, summary: string, more = {} as More) {
  const items = z.array(
    z.object({ ...sums, ...more, [item]: z.string() } as typeof sums & More & Record<Item, z.ZodString>),
  );
  return endpoint({
    name,
    summary,
    method: 'POST',
    path: `/search-management/${path}`,
    access: 'session',
    owner: { ids: { searchId: 'search' } },
    rate: 'LISTS',
    params: noParams,
    request: breakdownQuery,
    response: z.object({ ...aggregates, [list]: items } as typeof aggregates & Record<List, typeof items>),
    errors: ['NO_SUBSCRIPTION', 'NOT_YOURS', 'SEARCH_LIMIT_EXHAUSTED', ...TOO_MUCH],
  });
}

export const listImporters = breakdown(
  'listImporters',
  'listimporters',
  'importersList',
  'importer_name',
  'Importers of a question',
);
export const listExporters = breakdown(
  'listExporters',
  'listexporters',
  'exportersList',
  'exporter_name',
  'Exporters of a question',
);
export const listIndianPorts = breakdown(
  'listIndianPorts',
  'listindianports',
  'portsList',
  'port_name',
  "The reporting country's own ports",
);
export const listForeignPorts = breakdown(
  'listForeignPorts',
  'listforeignports',
  'portsList',
  'port_name',
  "The partners' ports",
);
export const listHsCodes = breakdown(
  'listHsCodes',
  'listhscodes',
  'hscodesList',
  'hscode',
  'HS codes of a question',
  described,
);
export const listHsCodes4Digit = breakdown(
  'listHsCodes4Digit',
  'listhscodes4digit',
  'hscodesList',
  'hscode',
  'HS headings of a question',
  described,
);
export const listForeignCountries = breakdown(
  'listForeignCountries',
  'listforeigncountries',
  'countriesList',
  'country_name',
  'Partner countries',
);
export const listIndianCities = breakdown(
  'listIndianCities',
  'listindiancities',
  'citiesList',
  'city_name',
  "The reporting country's own cities",
);
export const listShipmentMode = breakdown(
  'listShipmentMode',
  'listshipmentmode',
  'shipmentModeList',
  'ship_mode',
  'Modes of transport',
);
export const listStdUnit = breakdown('listStdUnit', 'liststdunit', 'stdUnitList', 'std_unit', 'Standard units');
export const listMonthwise = breakdown(
  'listMonthwise',
  'listmonthwise',
  'monthwiseList',
  'month_name',
  'Months of a question, in order',
);
