import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { displayTime } from '../../format/dates.js';
import { formatShipments } from '../../format/numbers.js';
import { newsOf } from '../../search/api/saved-search.js';
import { SavedNewsLink } from '../../search/saving/saved-news-link.js';
import { useSession } from '../../session/store.js';
import { firstContacts, latestSaved, notices } from './dashboard-calls.js';
import { Answer, Panel } from './panel.js';
import classes from './panel.module.css';

/** Shows the searches that the account saved last, and what each has found since the person looked at it. */
export function WorkspacePanel() {
  const userId = useSession().user?.userid ?? 0;
  const saved = useQuery(latestSaved(userId));
  const { data: news } = useQuery(newsOf(saved.data?.searchQueryWithWS ?? []));
  return (
    <Panel title="My Workspace" all="/workspace">
      <Answer
        query={saved}
        isEmpty={({ totalRecords }) => totalRecords === 0}
        nothing={<p>No search is saved yet. Press Save Query above the results of one, and it waits here for you.</p>}
      >
        {({ searchQueryWithWS }) => (
          <ul className="plainList grid">
            {searchQueryWithWS.map((saved) => {
              const { id, name, workspaceName, totalRecords } = saved;
              const found = news?.get(id);
              return (
                <li className={classes.row} key={id}>
                  <Link to="/list1" search={{ saved: id }} className="accent undecorated hovers-line cut">
                    {name}
                  </Link>
                  <span className="accent strong figures one-line">
                    <SavedNewsLink saved={saved} news={found} className="accent undecorated hovers-line" />
                  </span>
                  <span className="soft small all-columns">
                    {workspaceName} · {formatShipments(found?.totalRecords ?? totalRecords)}
                  </span>
                </li>
              );
            })}
          </ul>
        )}
      </Answer>
    </Panel>
  );
}

/** Shows companies of the account's contacts (SPEC 2: View all goes to /savecontact). */
export function ContactPanel() {
  const contacts = useQuery(firstContacts(useSession().user?.userid ?? 0));
  return (
    <Panel title="My Contact" all="/savecontact">
      <Answer
        query={contacts}
        isEmpty={({ totalRecords }) => totalRecords === 0}
        nothing={<p>No contact is saved yet. The icon beside a company’s name in the results saves it.</p>}
      >
        {({ contactList }) => (
          <ul className="plainList grid">
            {contactList.map(({ companyName, email, mobile, website }) => (
              <li className={classes.row} key={companyName}>
                <span className="cut">{companyName}</span>
                <span className="soft small all-columns">{email ?? mobile ?? website ?? 'None'}</span>
              </li>
            ))}
          </ul>
        )}
      </Answer>
    </Panel>
  );
}

/** Shows the operator's notifications (SPEC 2: they lead to /news-details), where there are any. */
export function NoticePanel() {
  const shown = useQuery(notices);
  if (shown.data?.length === 0) return null;
  return (
    <Panel title="Important Notification" all="/news-details">
      <Answer query={shown} isEmpty={() => false} nothing={null}>
        {(list) => (
          <ul className="plainList grid">
            {list.map(({ id, title, createdDate }) => (
              <li className={classes.row} key={id}>
                <Link
                  to="/news-details"
                  search={{ notice: id }}
                  className={`accent undecorated hovers-line ${classes.lines}`}
                >
                  {title}
                </Link>
                <time className="soft small all-columns" dateTime={createdDate}>
                  {displayTime(createdDate)}
                </time>
              </li>
            ))}
          </ul>
        )}
      </Answer>
    </Panel>
  );
}
