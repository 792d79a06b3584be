import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatShipments } from '../../format/numbers.js';
import { newsOf } from '../../search/api/saved-search.js';
import { SavedNewsLink } from '../../search/saving/saved-news-link.js';
import { useSession } from '../../session/store.js';
import { firstContacts, latestSaved, notices } from './dashboard-calls.js';
import { ListPanel, RowTime } from './panel.js';
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
