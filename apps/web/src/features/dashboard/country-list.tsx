import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type Country, monthOf, type TradeType } from '@tidewaiter/contract';
import { useState } from 'react';
import { monthLabel } from '../../format/months.js';
import { formatCount } from '../../format/numbers.js';
import { Awaiting } from '../../ui/awaiting.js';
import { ColumnTable } from '../../ui/column-table.js';
import { Flag } from '../../ui/flag.js';
import classes from './country-list.module.css';
import type { QuickScope } from './quick-search.js';

/** The countries that somebody may search, by trade. */
export type CountriesByTrade = Readonly<Record<TradeType, readonly Country[]>>;

interface CountryListProps {
  countries: CountriesByTrade;
  loading: boolean;
  /** Somebody wants to search one of them. */
  onPick: (scope: QuickScope) => void;
}

/** The importing and exporting countries (SPEC 2): what there is of each, up to when. A figure leads to the quick search. */
export function CountryList({ countries, loading, onPick }: CountryListProps) {
  const [sought, setSought] = useState('');
  const exported = new Map(countries.EXPORT.map((country) => [country.shortcode, country]));
  const rows = countries.IMPORT.map((imports) => ({ imports, exports: exported.get(imports.shortcode) }));
  const wanted = sought.trim().toLowerCase();
  const shown = rows
    .filter(
      ({ imports: { name, shortcode } }) => name.toLowerCase().includes(wanted) || shortcode.toLowerCase() === wanted,
    )
    .sort((a, b) => recordsOf(b) - recordsOf(a) || a.imports.name.localeCompare(b.imports.name));
  return (
    <>
      <TextInput
        type="search"
        aria-label="Find a country"
        placeholder="Find a country"
        leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
        value={sought}
        onChange={(event) => setSought(event.currentTarget.value)}
      />
      <p role="status" className="visually-hidden">
        {wanted === '' || loading ? '' : `${shown.length} of ${rows.length} countries`}
      </p>
      {loading ? (
        <Awaiting shapes={[['lines', 10, 36]]} />
      ) : shown.length === 0 ? (
        <p className="soft small">No country by that name</p>
      ) : (
        <div className={classes.box}>
          <ColumnTable
            label="Countries by records"
            rows={shown}
            keyOf={({ imports }) => imports.shortcode}
            columns={[
              {
                ...{ name: 'Country', isHead: true },
                cell: ({ imports }) => (
                  <span className="row gap-8">
                    <Flag iso2={imports.iso2code} />
                    {imports.name}
                  </span>
                ),
              },
              {
                ...{ name: 'Importing', isNumber: true },
                cell: ({ imports }) => <Figure country={imports} tradeType="IMPORT" onPick={onPick} />,
              },
              {
                ...{ name: 'Exporting', isNumber: true },
                cell: ({ exports }) => <Figure country={exports} tradeType="EXPORT" onPick={onPick} />,
              },
              {
                ...{ name: 'Up to', isNumber: true, isWide: true, cell: latestMonth },
                look: () => ({ className: 'soft one-line' }),
              },
            ]}
          />
        </div>
      )}
    </>
  );
}

interface BothWays {
  imports: Country;
  exports: Country | undefined;
}

const recordsOf = ({ imports, exports }: BothWays) => imports.records + (exports?.records ?? 0);

function latestMonth({ imports: { importUpto, exportUpto } }: BothWays): string {
  const upto = [importUpto, exportUpto]
    .filter((day) => day !== null)
    .sort()
    .at(-1);
  return upto === undefined ? 'no data yet' : monthLabel(monthOf(upto));
}

interface FigureProps {
  country: Country | undefined;
  tradeType: TradeType;
  onPick: (scope: QuickScope) => void;
}

function Figure({ country, tradeType, onPick }: FigureProps) {
  const isImport = tradeType === 'IMPORT';
  const upto = isImport ? country?.importUpto : country?.exportUpto;
  if (!country || country.records === 0 || !upto) return <span className="soft">–</span>;
  const { shortcode, name, records } = country;
  return (
    <button
      type="button"
      className="bare accent hovers-line p-0 min-h-24"
      title={`Search the ${isImport ? 'imports' : 'exports'} of ${name}, up to ${monthLabel(monthOf(upto))}`}
      onClick={() => onPick({ tradeType, country: shortcode })}
    >
      {formatCount(records)}
    </button>
  );
}
