import { Combobox } from '@mantine/core';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { formatCount } from '../../../format/count.js';
import { flagOf } from '../format/flag.js';
import { type Continent, type CountryChoice, chosenOf } from './continents.js';
import classes from './country-select.module.css';

interface CountryOptionsProps {
  id: string;
  labelledBy: string;
  continents: readonly Continent[];
  chosen: readonly string[];
  active: string | undefined;
  idOf: (option: string) => string;
}

/** Countries under their continents, each with its flag and how many records there are of it. */
export function CountryOptions({ id, labelledBy, continents, chosen, active, idOf }: CountryOptionsProps) {
  const shared = (option: string, selected: boolean) => ({
    id: idOf(option),
    value: option,
    selected: option === active,
    'aria-selected': selected,
    className: classes.option ?? '',
  });
  return (
    <Combobox.Options id={id} labelledBy={labelledBy} aria-multiselectable className={classes.options ?? ''}>
      {continents.map((continent) => {
        const { name, option } = continent;
        const { of, chosen: have } = chosenOf(continent, chosen);
        return (
          <Combobox.Group key={name} label={name}>
            {option !== null && (
              <Combobox.Option {...shared(option, have === of)}>
                <Mark chosen={have === of} partly={have > 0} />
                <span className={classes.name}>{`${have === of ? 'None' : 'All'} of ${name}`}</span>
                <span className={classes.records}>{`${have} of ${of} chosen`}</span>
              </Combobox.Option>
            )}
            {continent.countries.map((country) => (
              <Combobox.Option
                key={country.code}
                {...shared(country.code, chosen.includes(country.code))}
                disabled={country.unavailable !== null}
              >
                <CountryOption country={country} chosen={chosen.includes(country.code)} />
              </Combobox.Option>
            ))}
          </Combobox.Group>
        );
      })}
    </Combobox.Options>
  );
}

function CountryOption({ country, chosen }: { country: CountryChoice; chosen: boolean }) {
  return (
    <>
      <Mark chosen={chosen} />
      <span aria-hidden="true" className={classes.flag}>
        {flagOf(country.iso2)}
      </span>
      <span className={classes.name}>{country.name}</span>
      <span className={classes.records}>{country.unavailable ?? formatCount(country.records)}</span>
    </>
  );
}

/** A tick beside what is chosen, a dash where a part of it is. */
function Mark({ chosen, partly = false }: { chosen: boolean; partly?: boolean }) {
  const Icon = chosen ? IconCheck : IconMinus;
  return <span className={classes.mark}>{(chosen || partly) && <Icon size={14} stroke={2} aria-hidden />}</span>;
}
