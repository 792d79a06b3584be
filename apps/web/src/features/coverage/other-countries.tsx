import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatCount } from '../../format/count.js';
import { useSession } from '../../session/use-session.js';
import classes from './coverage.module.css';
import type { Coverage } from './sources.js';

/** Countries without figures: those of the plan that have no records yet, and those with records that are not in it. */
export function OtherCountries({ coverage: { countryList, coverageList, notInPlan } }: { coverage: Coverage }) {
  const { user } = useSession();
  const present = new Set(coverageList.map(({ shortcode }) => shortcode));
  const without = countryList.filter(({ shortcode }) => !present.has(shortcode));
  return (
    <div className={classes.others}>
      {without.length > 0 && <Named summary="in your plan without records yet" countries={without} />}
      {notInPlan.length > 0 && (
        <Named summary="with records that your plan does not hold" countries={notInPlan}>
          {user?.uplineId === 0 && <Link to="/select-package">Pick a plan</Link>}
        </Named>
      )}
    </div>
  );
}

interface NamedProps {
  summary: string;
  countries: readonly { shortcode: string; name: string }[];
  children?: ReactNode;
}

function Named({ summary, countries, children }: NamedProps) {
  return (
    <details>
      <summary>
        {formatCount(countries.length)} {countries.length === 1 ? 'country' : 'countries'} {summary}
      </summary>
      <p className={classes.soft}>
        {countries.map(({ name }) => name).join(', ')}. {children}
      </p>
    </details>
  );
}
