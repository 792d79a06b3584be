import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { countryByCode, LIMITS, RECORD_COLUMNS, type SearchQuery } from '@tidewaiter/contract';
import { useState } from 'react';
import { groupBy } from '../../format/group-by.js';
import { formatCount } from '../../format/numbers.js';
import { Flag } from '../../ui/flag.js';
import { distinctValues } from '../api/list-calls.js';
import { FacetFrame } from './facet-frame.js';
import { FacetFailure } from './facet-values.js';
import classes from './facets.module.css';
import type { Filters } from './use-filters.js';

interface CountryFacetProps {
  query: SearchQuery;
  open: boolean;
  onToggle: (name: string) => void;
  onChange: Filters['change'];
}

/** Shows the countries of a search by continent, with their records in it, to go on with some of them (SPEC 2, "Source Countries modal"). */
export function CountryFacet({ query, open, onToggle, onChange }: CountryFacetProps) {
  return (
    <FacetFrame
      title="Source Countries"
      count={query.countryCode.length}
      open={open}
      onToggle={() => onToggle('countries')}
    >
      {/* Another answer has other countries to choose from. */}
      {open && <CountryChoice key={query.countryCode.join()} query={query} onChange={onChange} />}
    </FacetFrame>
  );
}

/** Finds the wire key of the source country, by whose name its values go. */
function sourceColumn({ tradeType }: SearchQuery): string {
  return RECORD_COLUMNS[tradeType].find(({ name }) => name === 'source_country')?.key ?? '';
}

function CountryChoice({ query, onChange }: Pick<CountryFacetProps, 'query' | 'onChange'>) {
  const [chosen, setChosen] = useState<readonly string[]>(query.countryCode);
  const { data, error, refetch } = useQuery(
    distinctValues(sourceColumn(query), query, { numberOfRecords: LIMITS.countryCodes }),
  );
  const found = new Map(data?.values.map(({ value, records }) => [value, records]));
  const countries = query.countryCode.map((code) => {
    const { name = code, iso2, continent = 'Unknown' } = countryByCode(code) ?? {};
    return { code, name, iso2, continent, records: found.get(name) ?? 0 };
  });
  const all = chosen.length === countries.length;
  const toggle = (code: string) =>
    setChosen(chosen.includes(code) ? chosen.filter((other) => other !== code) : [...chosen, code]);

  return (
    <div className={`stack gap-4 px-12 small ${classes.body}`}>
      {error && <FacetFailure error={error} onRetry={refetch} />}
      <label className="row gap-8 min-h-28 pressable">
        <input
          type="checkbox"
          ref={(box) => {
            if (box) box.indeterminate = !all && chosen.length > 0;
          }}
          checked={all}
          onChange={() => setChosen(all ? [] : query.countryCode)}
        />
        Select All
      </label>
      {[...groupBy(countries, ({ continent }) => continent)].sort().map(([continent, inIt]) => (
        <fieldset key={continent}>
          <legend className="soft">{continent}</legend>
          <ul className="plainList">
            {inIt.map(({ code, name, iso2, records }) => (
              <li key={code}>
                <label className="row gap-8 min-h-28 pressable">
                  <input type="checkbox" checked={chosen.includes(code)} onChange={() => toggle(code)} />
                  <Flag iso2={iso2} />
                  <span className="flex-1">{name}</span>
                  {data && <span className="soft figures">{formatCount(records)}</span>}
                </label>
              </li>
            ))}
          </ul>
        </fieldset>
      ))}
      <div className="row wrap spread gap-8">
        <p className="soft">Fewer countries are free.</p>
        <Button
          size="compact-sm"
          disabled={chosen.length === 0 || all}
          // In the order in which they were asked for: the same countries are the same question.
          onClick={() => onChange({ country: query.countryCode.filter((code) => chosen.includes(code)) })}
        >
          Apply
        </Button>
      </div>
    </div>
  );
}
