import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { addressOf, describeQuestion } from '@tidewaiter/contract';
import { formatShipments } from '../../format/numbers.js';
import { tellingFirst } from '../../format/telling-first.js';
import { suggestedCodes, useExamples } from '../../search/api/use-examples.js';
import type { ExampleSearch } from '../../search/model/example-search.js';
import { ExampleLink } from '../../search/notes/example-link.js';
import { useSession } from '../../session/store.js';
import type { CountriesByTrade } from './country-list.js';
import { recentSearches } from './dashboard-calls.js';
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

/** So many codes answer. */
const SHOWN = 5;

/** What a first question looks like, with what it finds: suggestions say it, and cost nothing. */
function ExampleAnswer({ countries }: { countries: CountriesByTrade }) {
  const [example] = useExamples(countries);
  return (
    <>
      <p className="soft small">You have not searched yet. What you ask is kept here, to be asked again.</p>
      {example && <Answered example={example} />}
    </>
  );
}

function Answered({ example }: { example: ExampleSearch }) {
  const { asks, draft } = example;
  const found = useQueries({ queries: draft.searchValue.map((heading) => suggestedCodes(draft, heading)) })
    .flatMap(({ data = [] }) => data)
    // A code that others of the list begin with counts theirs, too.
    .filter(({ value }, _, all) => !all.some((other) => other.value !== value && other.value.startsWith(value)))
    .toSorted((a, b) => b.shipment_count - a.shipment_count)
    .slice(0, SHOWN);
  const nameOf = tellingFirst(found.map(({ value, description }) => ({ code: value, text: description })));
  return (
    <>
      <h3 className="text strong">An example: {asks}, the last 12 months</h3>
      <ol className="plainList grid">
        {found.map(({ value, description, shipment_count: count }) => (
          <li className={classes.row} key={value}>
            <span className="cut" title={description}>
              <span className="figures">{value}</span> {nameOf(value)}
            </span>
            <span className="figures one-line">{formatShipments(count)}</span>
          </li>
        ))}
      </ol>
      <p>
        <ExampleLink example={example} />
      </p>
    </>
  );
}
