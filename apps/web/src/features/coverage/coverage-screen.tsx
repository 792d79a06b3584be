import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { displayDate } from '@tidewaiter/contract';
import type { ReactNode } from 'react';
import { formatCount } from '../../format/numbers.js';
import { useSession } from '../../session/store.js';
import { versioned } from '../../session/versioned.js';
import { Awaiting } from '../../ui/awaiting.js';
import { DataVersion } from '../../ui/data-version.js';
import { LoadFailure, Notice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { type Coverage, namedSources, type Source } from './sources.js';
import { SourcesTable } from './sources-table.js';

const COVERAGE_FRESH_MS = 60 * 1000;

/** It asks how fresh and how complete the coverage of the account's countries is, and which countries beside its plan have records. */
const dataCoverage = queryOptions({
  queryKey: ['coverage'],
  queryFn: ({ signal }) => versioned((client) => client.dataCoverage({}, { signal })),
  staleTime: COVERAGE_FRESH_MS,
});

/** The data that can be searched: how much of each country, how fresh and how complete. */
export function CoverageScreen() {
  const { data, error, refetch } = useQuery(dataCoverage);

  function content() {
    if (!data)
      return error ? (
        <LoadFailure error={error} onRetry={refetch} />
      ) : (
        <Awaiting
          shapes={[
            ['figures', 4, 60],
            ['lines', 1, 30],
            ['table', 41],
          ]}
        />
      );
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
        <DataVersion version={data.dataVersion} />
      </>
    );
  }

  return (
    <Page title="Data Coverage" lead={data ? describeAccess(data) : 'What there is to search.'}>
      {content()}
    </Page>
  );
}

/** Which days the figures are of. */
function describeAccess({ fromDate, uptoDate }: Coverage): string {
  if (fromDate === null && uptoDate === null) return 'What there is to search: all days of the countries of your plan.';
  const from = fromDate && ` from ${displayDate(fromDate)}`;
  const upto = uptoDate && ` up to ${displayDate(uptoDate)}`;
  return `What there is to search: the days of your plan,${from ?? ''}${upto ?? ''}.`;
}

function nothingThere({ countryList }: Coverage): string {
  if (countryList.length === 0) return 'No countries have been chosen for this account yet.';
  return 'There are no records yet of the countries and days of your plan.';
}

/** All sources in four figures. */
function CoverageFigures({ sources }: { sources: readonly Source[] }) {
  const records = sources.reduce((sum, source) => sum + source.records, 0);
  const countries = new Set(sources.map(({ shortcode }) => shortcode)).size;
  const first = sources.map(({ firstDay }) => firstDay).sort()[0] ?? '';
  const last =
    sources
      .map(({ lastDay }) => lastDay)
      .sort()
      .at(-1) ?? '';
  return (
    <dl className="surface spread wrap gap-12-24 p-12-16" aria-label="Summary">
      <Figure term="Records">{formatCount(records)}</Figure>
      <Figure term="Countries with records">{formatCount(countries)}</Figure>
      <Figure term="First record">{displayDate(first)}</Figure>
      <Figure term="Latest record">{displayDate(last)}</Figure>
    </dl>
  );
}

function Figure({ term, children }: { term: string; children: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Countries without figures: those of the plan that have no records yet, and those with records that are not in it. */
function OtherCountries({ coverage: { countryList, coverageList, notInPlan } }: { coverage: Coverage }) {
  const { user } = useSession();
  const present = new Set(coverageList.map(({ shortcode }) => shortcode));
  const without = countryList.filter(({ shortcode }) => !present.has(shortcode));
  return (
    <div className="grid gap-8 small">
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
      <p className="soft small">
        {countries.map(({ name }) => name).join(', ')}. {children}
      </p>
    </details>
  );
}
