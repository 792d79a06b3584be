import { type ComboboxItem, MultiSelect } from '@mantine/core';
import { type Country, sourceCountry } from '@tidewaiter/contract';
import { formatCount } from '../../../format/count.js';
import type { SearchDraft } from '../draft.js';
import { flagOf } from '../format/flag.js';
import { groupBy } from '../group-by.js';
import classes from './country-select.module.css';

interface CountrySelectProps {
  value: string[];
  tradeType: SearchDraft['tradeType'];
  countries: { list: readonly Country[]; loading: boolean; error: string | null };
  onChange: (codes: string[]) => void;
  error: string | undefined;
}

/** Room for a long name and its count, even under a narrow field. */
const DROPDOWN_WIDTH = 360;

/** Countries by continent, those with records first; one without cannot be chosen yet. */
function groupsOf(list: readonly Country[]) {
  const byContinent = groupBy(list, (country) => country.continentName || 'Unknown');
  const recordsOf = (countries: readonly Country[]) => countries.reduce((sum, country) => sum + country.records, 0);
  const hasRecords = (country: Country) => Number(country.records > 0);
  return [...byContinent]
    .sort(([a, inA], [b, inB]) => recordsOf(inB) - recordsOf(inA) || a.localeCompare(b))
    .map(([group, countries]) => ({
      group,
      items: countries
        .toSorted((a, b) => hasRecords(b) - hasRecords(a) || a.name.localeCompare(b.name))
        .map(({ shortcode, name, records }) => ({ value: shortcode, label: name, disabled: records === 0 })),
    }));
}

export function CountrySelect({ value, tradeType, countries, onChange, error }: CountrySelectProps) {
  const byCode = new Map(countries.list.map((country) => [country.shortcode, country]));

  function renderOption({ option }: { option: ComboboxItem }) {
    const country = byCode.get(option.value);
    return (
      <span className={classes.option}>
        <span aria-hidden="true" className={classes.flag}>
          {flagOf(country?.iso2code ?? '')}
        </span>
        <span className={classes.name}>{option.label}</span>
        <span className={classes.records}>
          {country && country.records > 0 ? formatCount(country.records) : 'no data yet'}
        </span>
      </span>
    );
  }

  // A link's countries are named at once, before the list is here and even if it lacks them.
  const unlisted = value
    .filter((code) => !byCode.has(code))
    .map((code) => ({ value: code, label: sourceCountry(code)?.name ?? code }));
  const empty = tradeType === null ? 'Choose a trade type first' : (countries.error ?? 'No country by that name');
  return (
    <MultiSelect
      label="Countries"
      placeholder={value.length === 0 ? 'Select' : ''}
      data={[...unlisted, ...groupsOf(countries.list)]}
      value={value}
      onChange={onChange}
      error={error ?? countries.error}
      loading={countries.loading}
      renderOption={renderOption}
      nothingFoundMessage={countries.loading ? 'Loading countries' : empty}
      searchable
      // The list itself scrolls, inside the page's main part: then it belongs to its field for a screen reader too.
      withScrollArea={false}
      comboboxProps={{ width: DROPDOWN_WIDTH, position: 'bottom-start', withinPortal: false }}
      classNames={{ pillsList: classes.pills ?? '', option: classes.item ?? '', options: classes.options ?? '' }}
      aria-required
    />
  );
}
