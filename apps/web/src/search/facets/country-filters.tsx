import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SearchAddress } from '@tidewaiter/contract';
import { countryByCode, LIMITS, RECORD_COLUMNS, type SearchQuery } from '@tidewaiter/contract';
import { useId, useState } from 'react';
import { groupBy } from '../../format/group-by.js';
import { formatCount } from '../../format/numbers.js';
import { useModalDialog } from '../../ui/alert-dialog.js';
import alert from '../../ui/alert-dialog.module.css';
import { Flag } from '../../ui/flag.js';
import { LoadFailure } from '../../ui/notice.js';
import { TitledModal } from '../../ui/titled-modal.js';
import { distinctValues } from '../api/list-calls.js';
import classes from './filter-dialog.module.css';

interface SourceCountriesProps {
  opened: boolean;
  query: SearchQuery;
  onClose: () => void;
  onApply: (part: Partial<SearchAddress>) => void;
}

/** Shows the countries of a search by continent, with their records in it, to go on with some of them (SPEC 2). */
export function SourceCountries({ opened, onClose, ...choice }: SourceCountriesProps) {
  return (
    <TitledModal
      title="Source Countries"
      opened={opened}
      onClose={onClose}
      size="lg"
      ruled
      bodyClass="stack gap-12 p-16"
    >
      {opened && <CountryChoice {...choice} onClose={onClose} />}
    </TitledModal>
  );
}

/** Finds the wire key of the source country, by whose name its values go. */
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
    const country = countryByCode(code);
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
                  <span className="flex-1">{name}</span>
                  {data && <span className="soft small figures">{formatCount(records)}</span>}
                </label>
              </li>
            ))}
          </ul>
        </fieldset>
      ))}
      <div className="row wrap spread gap-8-16">
        <p className="soft small">Fewer countries lie within this search: they are free.</p>
        <Button size="xs" disabled={chosen.length === 0} onClick={apply}>
          Apply
        </Button>
      </div>
    </>
  );
}

interface FilterCountriesProps {
  opened: boolean;
  /** These countries of the search can be chosen. */
  countries: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  /** Keeps what was chosen. */
  onApply: () => void;
  /** Goes back to what was chosen before. */
  onClose: () => void;
}

/** Asks which of a search's countries to go on with. A choice stands in the panel at once, so Apply only closes (SPEC 2). */
export function FilterCountries({ opened, countries, chosen, onChange, onApply, onClose }: FilterCountriesProps) {
  const id = useId();
  const dialog = useModalDialog(opened);
  const toggle = (code: string) =>
    onChange(countries.filter((other) => (other === code ? !chosen.includes(code) : chosen.includes(other))));
  return (
    <dialog
      ref={dialog}
      className={alert.dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={id}>Filter Countries</h2>
      <ul className={classes.filterCountries}>
        {countries.map((code) => {
          const country = countryByCode(code);
          return (
            <li key={code}>
              <label className={classes.choice}>
                <input type="checkbox" checked={chosen.includes(code)} onChange={() => toggle(code)} />
                <Flag iso2={country?.iso2} />
                {country?.name ?? code}
              </label>
            </li>
          );
        })}
      </ul>
      <div className="row wrap spread gap-8-16">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button disabled={chosen.length === 0} onClick={onApply}>
          Apply
        </Button>
      </div>
    </dialog>
  );
}
