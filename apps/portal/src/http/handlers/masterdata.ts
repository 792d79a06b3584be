import { USUAL_WEIGHTAGE } from '@tidewaiter/accounts';
import { addDays, type Country, countryByCode, dayOf, LIMITS, lastOfMonth, type TradeType } from '@tidewaiter/contract';
import { publicSources } from '@tidewaiter/loader';
import { bySource, EVERYTHING_LOADED } from '@tidewaiter/records';
import { publishedByOf, publishersOf, sourceCards } from '../../loading/source-cards.js';
import { openQuestion, STRANGERS } from '../../questions/paid-question.js';
import { DATA_VERSION_HEADER, type Handler, requestedPage } from './handler.js';

export const siteSettings: Handler<'siteSettings'> = async ({ services }) => {
  const { maintenance, message } = await services.accounts.site.state();
  return { settingsList: [{ isMaintanance: maintenance ? 'Y' : 'N', siteMessage: message }] };
};

export const noticeList: Handler<'noticeList'> = async ({ services, request }) => {
  const { notices, total } = await services.accounts.site.notices.list(requestedPage(request));
  return {
    noticeList: notices.map(({ createdAt, ...notice }) => ({ ...notice, createdDate: createdAt.toISOString() })),
    totalRecords: total,
  };
};

export const countryListByTrade: Handler<'countryListByTrade'> = async (call) => {
  const { services, params, caller, http } = call;
  const access = await services.accounts.plans.subscriptions.dataAccess(caller.user);
  const question = await openQuestion(call, EVERYTHING_LOADED);
  const trade = params.trade === 'I' ? 'IMPORT' : 'EXPORT';
  const [coverage, sources, loaded, imported, exported] = await Promise.all([
    question.countries(),
    publicSources(),
    question.loadedSources(),
    services.accounts.plans.weightages.of('IMPORT'),
    services.accounts.plans.weightages.of('EXPORT'),
  ]);
  const of = (country: string, tradeType: TradeType) =>
    coverage.find((entry) => entry.country === country && entry.tradeType === tradeType);
  http.reply.header(DATA_VERSION_HEADER, question.dataVersion);
  const allowed = question.sourceCountries.filter(
    ({ shortcode }) => access.countries === 'ALL' || access.countries.includes(shortcode),
  );
  const countryList = allowed.map(({ shortcode, name, iso2, continent }): Country => {
    const imports = of(shortcode, 'IMPORT');
    const exports = of(shortcode, 'EXPORT');
    const { records = 0 } = of(shortcode, trade) ?? {};
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
      importPointWeightage: imported.get(shortcode) ?? USUAL_WEIGHTAGE,
      exportPointWeightage: exported.get(shortcode) ?? USUAL_WEIGHTAGE,
      records,
      publishedBy: records === 0 ? [] : publishersOf(sources, loaded, shortcode, trade).map(publishedByOf),
    };
  });
  return { countryList };
};

export const dataCoverage: Handler<'dataCoverage'> = async (call) => {
  const access = await call.services.accounts.plans.subscriptions.dataAccess(call.caller.user);
  const question = await openQuestion(call, EVERYTHING_LOADED);
  const [months, loaded, sources, known] = await Promise.all([
    question.months(),
    question.loadedCountries(),
    question.loadedSources(),
    sourceCards(call.services),
  ]);
  call.http.reply.header(DATA_VERSION_HEADER, question.dataVersion);
  const isAllowed = (shortcode: string) => access.countries === 'ALL' || access.countries.includes(shortcode);
  const isLoaded = new Set(loaded);
  // What is hidden, or outside of the plan's days, would show in the difference.
  const isSeenWhole = (period: string) => {
    const [first, last] = period.length === 4 ? [`${period}-01`, `${period}-12`] : [period, period];
    const { fromDate, toDate } = access;
    const isWithin =
      (fromDate === null || fromDate <= `${first}-01`) && (toDate === null || toDate >= lastOfMonth(`${last}-01`));
    return isWithin && question.highestSuppression === 0;
  };
  const named = question.sourceCountries.map(({ shortcode, name, iso2, continent }) => ({
    shortcode,
    name,
    iso2code: iso2,
    continentName: continent,
  }));
  return {
    fromDate: access.fromDate,
    uptoDate: access.toDate,
    countryList: named.filter(({ shortcode }) => isAllowed(shortcode)),
    coverageList: bySource(months, dayOf(new Date())).map(({ country, months, ...source }) => ({
      ...source,
      shortcode: country,
      months: months.map(({ month, records, saying }) => ({ month: month.slice(0, 7), records, saying })),
      publishedBy: publishersOf(known, sources, country, source.tradeType).map((one) => ({
        ...publishedByOf(one),
        totals: one.shares.filter(({ trade, period }) => trade === source.tradeType && isSeenWhole(period)),
      })),
    })),
    notInPlan: named.filter(({ shortcode }) => !isAllowed(shortcode) && isLoaded.has(shortcode)),
  };
};

/** Days for which what was loaded is news to a stranger. */
const NEWS_DAYS = 60;

/** To anybody: which countries and months there are. Found once for a data version and day, however many ask. */
export const whatsNew: Handler<'whatsNew'> = async ({ services, signal }) => {
  const since = new Date(addDays(dayOf(new Date()), -NEWS_DAYS));
  const call = { signal, asker: STRANGERS };
  const [news, all] = await Promise.all([
    services.records.publicNews(since, call),
    services.records.publicNews(new Date(0), call),
  ]);
  const newsList = news
    .slice(0, LIMITS.whatsNew)
    .flatMap(({ country, tradeType, newMonths, lastMonth, isNewSource }) => {
      const source = countryByCode(country);
      if (!source) return [];
      const { shortcode, name, iso2 } = source;
      return [{ shortcode, name, iso2code: iso2, tradeType, isNew: isNewSource, newMonths, lastMonth }];
    });
  return { newsList, countriesWithRecords: new Set(all.map(({ country }) => country)).size };
};

export const dataNews: Handler<'dataNews'> = async (call) => {
  const since = call.caller.previousVisitAt;
  const question = await openQuestion(call, EVERYTHING_LOADED);
  call.http.reply.header(DATA_VERSION_HEADER, question.dataVersion);
  const news = since === null ? [] : await question.news(since);
  const newsList = news.flatMap(({ country, isNewSource: _, ...told }) => {
    const source = countryByCode(country);
    if (!source) return [];
    const { shortcode, name, iso2 } = source;
    return [{ shortcode, name, iso2code: iso2, ...told }];
  });
  return { since: since?.toISOString() ?? null, newsList };
};
