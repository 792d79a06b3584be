import { SOURCE_COUNTRIES } from '@tidewaiter/contract';
import { bySource } from '@tidewaiter/records';
import { DATA_VERSION_HEADER, type Handler } from '../handler.js';

export const dataCoverage: Handler<'dataCoverage'> = async ({ house, caller, http, signal }) => {
  const access = await house.accounts.subscriptions.dataAccess(caller.user);
  const { coverage } = house.records;
  const [{ months, dataVersion }, loaded] = await Promise.all([
    coverage.months(access, signal),
    coverage.countries(signal),
  ]);
  http.reply.header(DATA_VERSION_HEADER, dataVersion);
  const isAllowed = (shortcode: string) => access.countries === 'ALL' || access.countries.includes(shortcode);
  const isLoaded = new Set(loaded.map(({ country }) => country));
  const named = SOURCE_COUNTRIES.map(({ shortcode, name, iso2, continent }) => ({
    shortcode,
    name,
    iso2code: iso2,
    continentName: continent,
  }));
  return {
    fromDate: access.fromDate,
    uptoDate: access.toDate,
    countryList: named.filter(({ shortcode }) => isAllowed(shortcode)),
    coverageList: bySource(months, new Date().toISOString().slice(0, 10)).map(({ country, months, ...source }) => ({
      ...source,
      shortcode: country,
      months: months.map(({ month, records, saying }) => ({ month: month.slice(0, 7), records, saying })),
    })),
    notInPlan: named.filter(({ shortcode }) => !isAllowed(shortcode) && isLoaded.has(shortcode)),
  };
};
