import type { DataAccess } from '@tidewaiter/accounts';
import { type Country, SOURCE_COUNTRIES, type TradeType } from '@tidewaiter/contract';
import type { CountryCoverage } from '@tidewaiter/records';
import { DATA_VERSION_HEADER, type Handler } from '../handler.js';

export const siteSettings: Handler<'siteSettings'> = async ({ house }) => {
  const { maintenance, message } = await house.accounts.site.state();
  return { settingsList: [{ isMaintanance: maintenance ? 'Y' : 'N', siteMessage: message }] };
};

/** Points that a record of any country costs until plans give countries their own weight. */
const POINTS_PER_RECORD = 1;

/** The days of a country's records that an account may see; null where there are none. */
function visibleRange(coverage: CountryCoverage | undefined, access: DataAccess): [string | null, string | null] {
  if (!coverage) return [null, null];
  const from = access.fromDate !== null && access.fromDate > coverage.from ? access.fromDate : coverage.from;
  const upto = access.toDate !== null && access.toDate < coverage.upto ? access.toDate : coverage.upto;
  return from <= upto ? [from, upto] : [null, null];
}

export const countryListByTrade: Handler<'countryListByTrade'> = async ({ house, params, caller, http, signal }) => {
  const access = await house.accounts.subscriptions.dataAccess(caller.user);
  const coverage = await house.records.coverage.countries(signal);
  const of = (country: string, tradeType: TradeType) =>
    coverage.find((entry) => entry.country === country && entry.tradeType === tradeType);
  http.reply.header(DATA_VERSION_HEADER, (await house.records.versions.current()).version);
  const allowed = SOURCE_COUNTRIES.filter(
    ({ shortcode }) => access.countries === 'ALL' || access.countries.includes(shortcode),
  );
  const countryList = allowed.map(({ shortcode, name, iso2, continent }): Country => {
    const imports = of(shortcode, 'IMPORT');
    const exports = of(shortcode, 'EXPORT');
    const [importFrom, importUpto] = visibleRange(imports, access);
    const [exportFrom, exportUpto] = visibleRange(exports, access);
    return {
      name,
      shortcode,
      iso2code: iso2,
      continentName: continent,
      importFrom,
      importUpto,
      exportFrom,
      exportUpto,
      importerForExport: exports?.namesImporters ? 'Y' : 'N',
      exporterForImport: imports?.namesExporters ? 'Y' : 'N',
      importPointWeightage: POINTS_PER_RECORD,
      exportPointWeightage: POINTS_PER_RECORD,
      records: (params.trade === 'I' ? imports : exports)?.records ?? 0,
    };
  });
  return { countryList };
};
