import { SOURCE_COUNTRIES } from '@tidewaiter/contract';
import { bySource, EVERYTHING_LOADED } from '@tidewaiter/records';
import { DATA_VERSION_HEADER, type Handler } from '../handler.js';
import { openQuestion } from '../paid-question.js';

export const dataCoverage: Handler<'dataCoverage'> = async (call) => {
  const access = await call.house.accounts.subscriptions.dataAccess(call.caller.user);
  const question = await openQuestion(call, EVERYTHING_LOADED);
  const [months, loaded] = await Promise.all([question.months(), question.loadedCountries()]);
  call.http.reply.header(DATA_VERSION_HEADER, question.dataVersion);
  const isAllowed = (shortcode: string) => access.countries === 'ALL' || access.countries.includes(shortcode);
  const isLoaded = new Set(loaded);
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
