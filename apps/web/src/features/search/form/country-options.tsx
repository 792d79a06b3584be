import { Combobox } from '@mantine/core';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { memo } from 'react';
import { formatCount } from '../../../format/count.js';
import { Flag } from '../../../ui/flag.js';
import { type Continent, type CountryChoice, chosenOf } from './continents.js';
import classes from './country-select.module.css';
import { chosenOption, ListOption } from './list-option.js';

interface CountryOptionsProps {
  id: string;
  labelledBy: string;
  continents: readonly Continent[];
  chosen: readonly string[];
  active: string | undefined;
  idOf: (option: string) => string | undefined;
  onChoose: (option: string) => void;
}

/** Countries under their continents, each with its flag and how many records there are of it. */
export function CountryOptions(props: CountryOptionsProps) {
  const { id, labelledBy, continents, chosen, active, idOf, onChoose } = props;
  return (
    <Combobox.Options
      id={id}
      labelledBy={labelledBy}
      aria-multiselectable
      className={classes.options ?? ''}
      onClick={(event) => {
        const option = chosenOption(event);
        if (option !== undefined) onChoose(option);
      }}
    >
      {continents.map((continent) => (
        <Combobox.Group key={continent.name} label={continent.name}>
          {continent.option !== null && (
            <WholeContinent
              continent={continent}
              option={continent.option}
              id={idOf(continent.option)}
              active={continent.option === active}
              chosen={chosen}
            />
          )}
          {continent.countries.map((country) => (
            <CountryOption
              key={country.code}
              id={idOf(country.code)}
              country={country}
              chosen={chosen.includes(country.code)}
              active={country.code === active}
            />
          ))}
        </Combobox.Group>
      ))}
    </Combobox.Options>
  );
}

interface WholeContinentProps {
  continent: Continent;
  option: string;
  id: string | undefined;
  active: boolean;
  chosen: readonly string[];
}

function WholeContinent({ continent, option, id, active, chosen }: WholeContinentProps) {
  const { of, chosen: have } = chosenOf(continent, chosen);
  const all = have === of;
  return (
    <ListOption id={id} value={option} active={active} selected={all} className={classes.option}>
      <span className={classes.mark}>
        {all && <IconCheck size={14} stroke={2} aria-hidden />}
        {!all && have > 0 && <IconMinus size={14} stroke={2} aria-hidden />}
      </span>
      <span className={classes.name}>All of {continent.name}</span>
      <span className={classes.records}>{`${have} of ${of} chosen`}</span>
    </ListOption>
  );
}

interface CountryOptionProps {
  country: CountryChoice;
  id: string | undefined;
  chosen: boolean;
  active: boolean;
}

const CountryOption = memo(function CountryOption({ country, id, chosen, active }: CountryOptionProps) {
  const { code, name, iso2, records, unavailable } = country;
  return (
    <ListOption
      id={id}
      value={code}
      active={active}
      selected={chosen}
      disabled={unavailable !== null}
      className={classes.option}
    >
      <span className={classes.mark}>{chosen && <IconCheck size={14} stroke={2} aria-hidden />}</span>
      <Flag iso2={iso2} />
      <span className={classes.name}>{name}</span>
      <span className={classes.records}>{unavailable ?? formatCount(records)}</span>
    </ListOption>
  );
});
