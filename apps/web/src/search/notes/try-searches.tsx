import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { countriesByTrade } from '../api/calls.js';
import { useExamples } from '../api/use-examples.js';
import { ExampleLink } from './example-link.js';
import { NothingVisible } from './nothing-visible.js';

/** Offers searches that find something, where a list has nothing yet; or says why nothing can be found. */
export function TrySearches() {
  const { data: imports = [] } = useQuery(countriesByTrade('IMPORT'));
  const { data: exports = [] } = useQuery(countriesByTrade('EXPORT'));
  const examples = useExamples({ IMPORT: imports, EXPORT: exports });
  return (
    <>
      <NothingVisible />
      <Link to="/list1">Search Global Data</Link>
      {examples.length > 0 && (
        <ul className="plainList grid gap-4" aria-label="Searches to begin with">
          {examples.map((example) => (
            <li key={example.label}>
              <ExampleLink example={example} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
