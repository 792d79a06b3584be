import { useQueries } from '@tanstack/react-query';
import { formatShipments } from '../../format/numbers.js';
import { tellingFirst } from '../../format/telling-first.js';
import { suggestedCodes, useExamples } from '../../search/api/use-examples.js';
import type { ExampleSearch } from '../../search/model/example-search.js';
import { ExampleLink } from '../../search/notes/example-link.js';
import type { CountriesByTrade } from './country-list.js';
import classes from './panel.module.css';

/** So many codes answer. */
const SHOWN = 5;

/** What a first question looks like, with what it finds: suggestions say it, and cost nothing. */
export function ExampleAnswer({ countries }: { countries: CountriesByTrade }) {
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
