import { IconDownload, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatCount } from '../../format/count.js';
import { useSubscription } from '../../session/use-subscription.js';
import classes from './counters.module.css';

/** What is left: download points of whoever is signed in, and searches of their account (SPEC 2). */
export function Counters() {
  const { data, isPending, isError, refetch } = useSubscription();
  if (isPending) return <div className={classes.counters} aria-hidden="true" />;
  if (isError && !data) {
    return (
      <button type="button" className="linkButton" onClick={() => void refetch()}>
        Retry counters
      </button>
    );
  }
  return (
    <Link to="/subscriptions" className={classes.counters} title="What is left of your subscription">
      {data ? (
        <>
          <Counter
            label="downloads"
            left={data.downloadLimit}
            icon={<IconDownload size={16} stroke={1.6} aria-hidden />}
          />
          <Counter label="searches" left={data.queryPerDay} icon={<IconSearch size={16} stroke={1.6} aria-hidden />} />
        </>
      ) : (
        'No subscription'
      )}
    </Link>
  );
}

function Counter({ label, left, icon }: { label: string; left: number; icon: ReactNode }) {
  return (
    <span className={classes.counter} data-spent={left <= 0 || undefined}>
      {icon}
      <span className={classes.label}>Remaining {label} </span>
      <span data-counter={label}>{formatCount(left)}</span>
    </span>
  );
}
