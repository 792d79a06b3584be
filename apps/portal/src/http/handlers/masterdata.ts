import { type Country, SOURCE_COUNTRIES, type TradeType } from '@tidewaiter/contract';
import { EVERYTHING_LOADED } from '@tidewaiter/records';
import { DATA_VERSION_HEADER, type Handler } from '../handler.js';
import { openQuestion } from '../paid-question.js';

export const siteSettings: Handler<'siteSettings'> = async ({ house }) => {
  const { maintenance, message } = await house.accounts.site.state();
  return { settingsList: [{ isMaintanance: maintenance ? 'Y' : 'N', siteMessage: message }] };
};

/** Points that a record of any country costs until plans give countries their own weight. */
const POINTS_PER_RECORD = 1;

export const countryListByTrade: Handler<'countryListByTrade'> = async (call) => {
  const { house, params, caller, http } = call;
  const access = await house.accounts.subscriptions.dataAccess(caller.user);
  const question = await openQuestion(call, EVERYTHING_LOADED);
  const coverage = await question.countries();
  const of = (country: string, tradeType: TradeType) =>
    coverage.find((entry) => entry.country === country && entry.tradeType === tradeType);
  http.reply.header(DATA_VERSION_HEADER, question.dataVersion);
  const allowed = SOURCE_COUNTRIES.filter(
    ({ shortcode }) => access.countries === 'ALL' || access.countries.includes(shortcode),
  );
  const countryList = allowed.map(({ shortcode, name, iso2, continent }): Country => {
    const imports = of(shortcode, 'IMPORT');
    const exports = of(shortcode, 'EXPORT');
    return {
      name,
      shortcode,
      iso2code: iso2,
      continentName: continent,
      importFrom: imports?.from ?? null,
      importUpto: imports?.upto ?? null,
      exportFrom: exports?.from ?? null,
      exportUpto: exports?.upto ?? null,
      importerForExport: exports?.namesImporters ? 'Y' : 'N',
      exporterForImport: imports?.namesExporters ? 'Y' : 'N',
      importPointWeightage: POINTS_PER_RECORD,
      exportPointWeightage: POINTS_PER_RECORD,
      records: (params.trade === 'I' ? imports : exports)?.records ?? 0,
    };
  });
  return { countryList };
};
