import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { addMonths, displayDate, type Endpoints, monthOf, type ResponseOf } from '@tidewaiter/contract';
import { monthLabel, monthsInWords } from '../../format/months.js';
import { formatCount, formatShipments } from '../../format/numbers.js';
import { newsOf } from '../../search/api/saved-search.js';
import { SavedNewsLink } from '../../search/saving/saved-news-link.js';
import { useSession } from '../../session/store.js';
import { Flag } from '../../ui/flag.js';
import { dataNews, firstContacts, latestSaved, notices } from './dashboard-calls.js';
import { Answer, ListPanel, Panel, RowTime } from './panel.js';
import classes from './panel.module.css';

/** Shows the searches that the account saved last, and what each has found since the person looked at it. */
export function WorkspacePanel() {
  const userId = useSession().user?.userid ?? 0;
  const saved = useQuery(latestSaved(userId));
  const { data: news } = useQuery(newsOf(saved.data?.searchQueryWithWS ?? []));
  return (
    <ListPanel
      title="My Workspace"
      all="/workspace"
      query={saved}
      nothing={<p>No search is saved yet. Press Save Query above the results of one, and it waits here for you.</p>}
      rows={({ searchQueryWithWS }) =>
        searchQueryWithWS.map((saved) => {
          const { id, name, workspaceName, totalRecords } = saved;
          const found = news?.get(id);
          return {
            key: id,
            name: (
              <Link to="/list1" search={{ saved: id }} className="accent undecorated hovers-line cut">
                {name}
              </Link>
            ),
            figure: <SavedNewsLink saved={saved} news={found} className="accent undecorated hovers-line" />,
            below: `${workspaceName} · ${formatShipments(found?.totalRecords ?? totalRecords)}`,
          };
        })
      }
    />
  );
}

/** Shows companies of the account's contacts (SPEC 2: View all goes to /savecontact). */
export function ContactPanel() {
  const contacts = useQuery(firstContacts(useSession().user?.userid ?? 0));
  return (
    <ListPanel
      title="My Contact"
      all="/savecontact"
      query={contacts}
      nothing={<p>No contact is saved yet. The icon beside a company’s name in the results saves it.</p>}
      rows={({ contactList }) =>
        contactList.map(({ companyName, email, mobile, website }) => ({
          key: companyName,
          name: <span className="cut">{companyName}</span>,
          below: email ?? mobile ?? website ?? 'None',
        }))
      }
    />
  );
}

/** Shows the operator's notifications (SPEC 2: they lead to /news-details), where there are any. */
export function NoticePanel() {
  const shown = useQuery(notices);
  if (shown.data?.length === 0) return null;
  return (
    <ListPanel
      title="Important Notification"
      all="/news-details"
      query={shown}
      rows={(list) =>
        list.map(({ id, title, createdDate }) => ({
          key: id,
          name: (
            <Link
              to="/news-details"
              search={{ notice: id }}
              className={`accent undecorated hovers-line ${classes.lines}`}
            >
              {title}
            </Link>
          ),
          below: <RowTime at={createdDate} />,
        }))
      }
    />
  );
}

type News = ResponseOf<Endpoints['dataNews']>;

/** Countries that are named; the rest are a link to the coverage. */
const SHOWN = 5;

/** What was loaded of somebody's countries since they were here before. */
export function NewsPanel() {
  const news = useQuery(dataNews(useSession().user?.userid ?? 0));
  return (
    <Panel title="New data" all="/coverage">
      <Answer
        query={news}
        isEmpty={({ newsList }) => newsList.length === 0}
        nothing={<p>{nothingNew(news.data?.since ?? null)}</p>}
      >
        {({ since, newsList }) => (
          <>
            <ul className="plainList grid">
              {newsList.slice(0, SHOWN).map((one) => (
                <NewsRow key={`${one.shortcode} ${one.tradeType}`} news={one} />
              ))}
            </ul>
            <p className="soft small">
              {newsList.length > SHOWN && `And ${formatCount(newsList.length - SHOWN)} more. `}
              Since your last visit{since && `, ${displayDate(since.slice(0, 10))}`}
            </p>
          </>
        )}
      </Answer>
    </Panel>
  );
}

function nothingNew(since: string | null): string {
  return since === null
    ? 'New data since your last visit is listed here. View all says what there is of your countries today.'
    : `No new data in your countries since your last visit, ${displayDate(since.slice(0, 10))}.`;
}

function NewsRow({ news }: { news: News['newsList'][number] }) {
  const { name, iso2code, tradeType, records, newMonths, lastMonth, latest } = news;
  return (
    <li className={classes.row}>
      <span className="row gap-8">
        <Flag iso2={iso2code} />
        <span className="cut">{`${name} ${tradeType === 'IMPORT' ? 'imports' : 'exports'}`}</span>
      </span>
      <span className="accent strong figures one-line">+{formatCount(records)}</span>
      <span className="soft small all-columns">
        {newMonths.length > 0 ? `new: ${monthsInWords(newMonths)}` : `up to ${monthLabel(lastMonth)}`}
        {latest && ` · ${latestInWords(latest)}`}
      </span>
    </li>
  );
}

/** What the latest whole month says of the trade: how much of it there is, and whether that is more than a year before. */
function latestInWords({ month, records, yearBefore }: NonNullable<News['newsList'][number]['latest']>): string {
  const begun = `${monthLabel(month)}: ${formatShipments(records)}`;
  if (yearBefore === null) return begun;
  const change = Math.round((100 * (records - yearBefore)) / yearBefore);
  const then = monthLabel(monthOf(addMonths(`${month}-01`, -12)));
  if (change === 0) return `${begun}, as many as in ${then}`;
  return `${begun}, ${formatCount(Math.abs(change))}% ${change > 0 ? 'more' : 'fewer'} than in ${then}`;
}
