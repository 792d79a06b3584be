import classes from './facet.module.css';

/** A facet's list that is not here: the others still are. */
export function FacetFailure({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  return (
    <p className={classes.failed} title={error.message}>
      The list did not arrive.{' '}
      <button type="button" className="linkButton" onClick={() => void onRetry()}>
        Retry
      </button>
    </p>
  );
}
