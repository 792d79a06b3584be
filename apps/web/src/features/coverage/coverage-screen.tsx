import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { displayDate } from '@tidewaiter/contract';
import { dataCoverage } from '../../api/coverage.js';
import { LoadFailure } from '../../ui/load-failure.js';
import { Notice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import classes from './coverage.module.css';
import { CoverageFigures } from './coverage-figures.js';
import { OtherCountries } from './other-countries.js';
import { type Coverage, namedSources } from './sources.js';
import { SourcesTable } from './sources-table.js';

/** What there is to search: how much of each country, how fresh and how complete. */
export function CoverageScreen() {
  const { data, error, refetch } = useQuery(dataCoverage);

  function content() {
    if (!data) return error ? <LoadFailure error={error} onRetry={refetch} /> : <Waiting />;
    const sources = namedSources(data);
    return (
      <>
        {sources.length === 0 ? (
          <Notice kind="mind">{nothingThere(data)}</Notice>
        ) : (
          <>
            <CoverageFigures sources={sources} />
            <SourcesTable sources={sources} />
          </>
        )}
        <OtherCountries coverage={data} />
      </>
    );
  }

  return (
    <Page title="Data Coverage" lead={data ? window(data) : 'What there is to search.'}>
      {content()}
    </Page>
  );
}

function Waiting() {
  return (
    <div className={classes.waiting} aria-hidden="true">
      <Skeleton height={64} />
      <Skeleton height={480} />
    </div>
  );
}

/** Which days the figures are of. */
function window({ fromDate, uptoDate }: Coverage): string {
  if (fromDate === null && uptoDate === null) return 'What there is to search: all days of the countries of your plan.';
  const from = fromDate && ` from ${displayDate(fromDate)}`;
  const upto = uptoDate && ` up to ${displayDate(uptoDate)}`;
  return `What there is to search: the days of your plan,${from ?? ''}${upto ?? ''}.`;
}

function nothingThere({ countryList }: Coverage): string {
  if (countryList.length === 0) return 'No countries have been chosen for this account yet.';
  return 'There are no records yet of the countries and days of your plan.';
}
