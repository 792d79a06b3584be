import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { addressOf, describeQuestion } from '@tidewaiter/contract';
import { displayTime } from '../../format/dates.js';
import { useSession } from '../../session/store.js';
import type { CountriesByTrade } from './country-list.js';
import { recentSearches } from './dashboard-calls.js';
import { ExampleAnswer } from './example-answer.js';
import { Answer, Panel } from './panel.js';
import classes from './panel.module.css';

/** The five searches that a person asked last (SPEC 2), each a link that asks it again; an example with its answer to who has asked none. */
export function RecentPanel({ countries }: { countries: CountriesByTrade }) {
  const recent = useQuery(recentSearches(useSession().user?.userid ?? 0));
  return (
    <Panel title="Recent searches" all="/searchlog">
      <Answer
        query={recent}
        isEmpty={(searches) => searches.length === 0}
        nothing={<ExampleAnswer countries={countries} />}
      >
        {(searches) => (
          <ol className="plainList grid">
            {searches.map(({ searchId, createdDate, userSearchQuery }) => (
              <li className={classes.row} key={searchId}>
                <Link
                  to="/list1"
                  search={addressOf(userSearchQuery)}
                  className={`accent undecorated hovers-line ${classes.lines}`}
                >
                  {describeQuestion(userSearchQuery)}
                </Link>
                <time className="soft small all-columns" dateTime={createdDate}>
                  {displayTime(createdDate)}
                </time>
              </li>
            ))}
          </ol>
        )}
      </Answer>
    </Panel>
  );
}
