import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { addressOf, describeQuestion } from '@tidewaiter/contract';
import { useSession } from '../../session/store.js';
import type { CountriesByTrade } from './country-list.js';
import { recentSearches } from './dashboard-calls.js';
import { ExampleAnswer } from './example-answer.js';
import { ListPanel, RowTime } from './panel.js';
import classes from './panel.module.css';

/** The five searches that a person asked last (SPEC 2), each a link that asks it again; an example with its answer to who has asked none. */
export function RecentPanel({ countries }: { countries: CountriesByTrade }) {
  const recent = useQuery(recentSearches(useSession().user?.userid ?? 0));
  return (
    <ListPanel
      title="Recent searches"
      all="/searchlog"
      query={recent}
      nothing={<ExampleAnswer countries={countries} />}
      rows={(searches) =>
        searches.map(({ searchId, createdDate, userSearchQuery }) => ({
          key: searchId,
          name: (
            <Link
              to="/list1"
              search={addressOf(userSearchQuery)}
              className={`accent undecorated hovers-line ${classes.lines}`}
            >
              {describeQuestion(userSearchQuery)}
            </Link>
          ),
          below: <RowTime at={createdDate} />,
        }))
      }
    />
  );
}
