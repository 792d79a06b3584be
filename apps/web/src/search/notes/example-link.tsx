import { Link } from '@tanstack/react-router';
import { addressOf } from '@tidewaiter/contract';
import type { ExampleSearch } from '../model/example-search.js';

/** Asks an example, and says what it shows. */
export function ExampleLink({ example: { label, says, draft } }: { example: ExampleSearch }) {
  return (
    <>
      <Link to="/list1" search={addressOf(draft)} preload={false} title="Uses 1 search; asked again today, it is free">
        {label}
      </Link>{' '}
      <span className="soft">{says}</span>
    </>
  );
}
