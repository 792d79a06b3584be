import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LIMITS, RECORD_COLUMNS, type SearchQuery, sourceCountry } from '@tidewaiter/contract';
import { useState } from 'react';
import { distinctValues } from '../../../api/distinct-values.js';
import { formatCount } from '../../../format/count.js';
import { Flag } from '../../../ui/flag.js';
import { LoadFailure } from '../../../ui/load-failure.js';
import { groupBy } from '../group-by.js';
import type { SearchLink } from '../link.js';
import classes from './filter-dialog.module.css';

interface SourceCountriesProps {
  opened: boolean;
  query: SearchQuery;
  onClose: () => void;
  onApply: (part: Partial<SearchLink>) => void;
}

/** The countries of a search by continent, with their records in it, to go on with some of them (SPEC 2). */
export function SourceCountries({ opened, onClose, ...choice }: SourceCountriesProps) {
  return (
    <Modal.Root opened={opened} onClose={onClose} size="lg">
      <Modal.Overlay />
      <Modal.Content>
        <div className={classes.head}>
          <Modal.Title className={classes.title}>Source Countries</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </div>
        <Modal.Body className={classes.body}>{opened && <CountryChoice {...choice} onClose={onClose} />}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Wire key of the source country, by whose name its values go. */
function sourceColumn({ tradeType }: SearchQuery): string {
  return RECORD_COLUMNS[tradeType].find(({ name }) => name === 'source_country')?.key ?? '';
}

function CountryChoice({ query, onClose, onApply }: Omit<SourceCountriesProps, 'opened'>) {
  const [chosen, setChosen] = useState<readonly string[]>(query.countryCode);
  const { data, error, refetch } = useQuery(
    distinctValues(sourceColumn(query), query, { numberOfRecords: LIMITS.countryCodes }),
  );
  const found = new Map(data?.values.map(({ value, records }) => [value, records]));
  const countries = query.countryCode.map((code) => {
    const country = sourceCountry(code);
    const name = country?.name ?? code;
    return {
      code,
      name,
      iso2: country?.iso2,
      continent: country?.continent ?? 'Unknown',
      records: found.get(name) ?? 0,
    };
  });
  const all = chosen.length === countries.length;
  const toggle = (code: string) =>
    setChosen(chosen.includes(code) ? chosen.filter((other) => other !== code) : [...chosen, code]);

  function apply() {
    onClose();
    // In the order in which they were asked for: the same countries are the same question.
    if (!all) onApply({ country: query.countryCode.filter((code) => chosen.includes(code)) });
  }

  return (
    <>
      {error && <LoadFailure error={error} onRetry={refetch} />}
      <label className={classes.choice}>
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
        <fieldset key={continent} className={classes.continent}>
          <legend>{continent}</legend>
          <ul className={classes.countries}>
            {inIt.map(({ code, name, iso2, records }) => (
              <li key={code}>
                <label className={classes.choice}>
                  <input type="checkbox" checked={chosen.includes(code)} onChange={() => toggle(code)} />
                  <Flag iso2={iso2} />
                  <span className={classes.countryName}>{name}</span>
                  {data && <span className={classes.records}>{formatCount(records)}</span>}
                </label>
              </li>
            ))}
          </ul>
        </fieldset>
      ))}
      <div className={classes.foot}>
        <p className={classes.note}>Fewer countries are another question: applying them costs 1 search.</p>
        <Button size="xs" disabled={chosen.length === 0} onClick={apply}>
          Apply
        </Button>
      </div>
    </>
  );
}
