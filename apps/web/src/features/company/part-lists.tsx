import { Link } from '@tanstack/react-router';
import {
  addDecimals,
  type CompanyFigures,
  displayDate,
  firstOfMonth,
  lastOfMonth,
  monthOf,
  monthsBetween,
} from '@tidewaiter/contract';
import { formatCount, formatShipments, shortAmount } from '../../format/numbers.js';
import type { CompanyAddress } from '../../search/model/company-address.js';
import { ROLE_WORDS, TRADE_WORDS } from '../../search/model/company-parts.js';
import classes from './company.module.css';
import type { CompanyPage, ShownPart } from './company-calls.js';
import { Goods, Lanes, Names, Partners, PartnersOnList, Ports } from './company-lists.js';
import { CompanyMap } from './company-map.js';
import { type CompanyView, viewOf } from './company-views.js';
import { MonthChart, Months } from './months.js';
import { recordsOf } from './part-words.js';
import { Related, Similar } from './peers.js';
import type { CompanyRequest } from './read-company.js';

interface PartListsProps {
  page: CompanyPage;
  shown: ShownPart;
  total: CompanyFigures;
  address: CompanyAddress;
  request: CompanyRequest;
}

/** What files and pictures of a part say of themselves. */
export const partNotes = ({ name, searched }: CompanyPage, { role, tradeType }: ShownPart) =>
  [
    ['Company', `${name}, under all spellings`],
    ['Part', `${ROLE_WORDS[role]} in ${TRADE_WORDS[tradeType]} records`],
    ['Days', searched ? `${searched.fromDate} to ${searched.toDate}` : ''],
    ['Link', window.location.href],
  ] as const;

/** All that is told of one part of a company, a view at a time: first what matters most, in few rows. */
export function PartLists({ page, shown, total, address, request }: PartListsProps) {
  const records = recordsOf(shown, page);
  const file = (list: string) => ({
    name: `${page.name} ${TRADE_WORDS[shown.tradeType]} ${shown.role.toLowerCase()} ${list}`,
    notes: partNotes(page, shown),
  });
  const lists = { page, shown, total, records, file };
  const view = viewOf(address.view);
  const toView = (to: CompanyView, words: string) => (
    <Link
      to="/company"
      search={{ ...address, view: to }}
      replace
      resetScroll={false}
      preload={false}
      className="self-start accent small not-printed"
    >
      {words}
    </Link>
  );
  switch (view) {
    case 'overview':
      return (
        <>
          <div className={classes.halves}>
            <section aria-label="Twelve months" className={classes.part}>
              <h2>Twelve months</h2>
              <p className="soft small readable">{trendInWords(shown.months.rows, page)}</p>
              <MonthChart months={shown.months} page={page} last={TREND_MONTHS} />
              {toView('months', 'All months')}
            </section>
            <section aria-label="Lanes" className={classes.part}>
              <h2>
                Lanes <span className="soft">{formatCount(shown.lanes.count)}</span>
              </h2>
              <CompanyMap shown={shown} records={records} />
              {toView('places', 'All lanes and ports')}
            </section>
          </div>
          <Goods {...lists} whole={toView('goods', `All ${formatCount(shown.goods.count)} goods`)} />
          <Partners
            {...lists}
            whole={toView(
              'partners',
              `All ${formatCount(shown.partners.count)} ${ROLE_WORDS[shown.partnerRole].toLowerCase()}s`,
            )}
          />
        </>
      );
    case 'goods':
      return <Goods {...lists} />;
    case 'partners':
      return <PartnersOnList {...lists} request={request} />;
    case 'months':
      return <Months page={page} months={shown.months} total={total} address={address} file={file('months')} />;
    case 'places':
      return (
        <>
          <Lanes {...lists} />
          <div className={classes.halves}>
            <Ports {...lists} dimension="localPorts" />
            <Ports {...lists} dimension="foreignPorts" />
          </div>
        </>
      );
    case 'names':
      return <Names {...lists} />;
    case 'similar':
      return <Similar name={page.name} request={request} file={file} />;
    case 'related':
      return <Related name={page.name} request={request} file={file} />;
  }
}

/** A trend is of so many months, the last ones. */
const TREND_MONTHS = 12;

/** Sums a trend up, beside as many months before where both are whole. */
function trendInWords(rows: ShownPart['months']['rows'], { searched }: CompanyPage): string {
  if (!searched) return '';
  const { fromDate, toDate } = searched;
  const months = monthsBetween(monthOf(fromDate), monthOf(toDate));
  const [from = '', before] = [months.at(-TREND_MONTHS) ?? months[0], months.at(-2 * TREND_MONTHS)];
  const of = (first: string, end?: string) => {
    const some = rows.filter(({ name }) => name >= first && (end === undefined || name < end));
    const shipments = formatShipments(some.reduce((all, row) => all + row.shipments, 0));
    if (some.every(({ stated }) => stated === 0)) return shipments;
    return `USD ${shortAmount(some.map((row) => row.value_usd).reduce(addDecimals, '0'))} in ${shipments}`;
  };
  const first = firstOfMonth(from) > fromDate ? firstOfMonth(from) : fromDate;
  const now = `${displayDate(first)} – ${displayDate(toDate)}: ${of(from)}.`;
  const areWhole = before && fromDate <= firstOfMonth(before) && toDate === lastOfMonth(monthOf(toDate));
  return areWhole ? `${now} The twelve before: ${of(before, from)}.` : now;
}
