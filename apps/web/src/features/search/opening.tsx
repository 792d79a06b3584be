import { Failure } from './results/failure.js';
import { Waiting } from './results/waiting.js';

interface OpeningProps {
  /** Why it could not be opened. */
  error: Error | null;
  onRetry: () => void;
}

/** While a search of the history or of a workspace is fetched: the space of its results. */
export function Opening({ error, onRetry }: OpeningProps) {
  if (error) return <Failure error={error} onRetry={onRetry} />;
  return (
    <>
      <p role="status">Opening the search</p>
      <Waiting />
    </>
  );
}
