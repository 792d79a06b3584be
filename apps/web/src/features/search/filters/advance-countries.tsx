import { Button } from '@mantine/core';
import { describeCountries } from '@tidewaiter/contract';
import classes from './advance-search.module.css';

interface AdvanceCountriesProps {
  chosen: readonly string[];
  /** Other countries than the search's: another question. */
  asksOthers: boolean;
  onOpen: () => void;
}

/** The countries that the panel would search, and the way to fewer of them. */
export function AdvanceCountries({ chosen, asksOthers, onOpen }: AdvanceCountriesProps) {
  return (
    <div className={classes.countries}>
      <p>
        Countries: {describeCountries(chosen)}
        {asksOthers && <span className={classes.note}>Other countries are another question: it costs 1 search.</span>}
      </p>
      <Button variant="default" size="xs" aria-haspopup="dialog" onClick={onOpen}>
        Filter Countries
      </Button>
    </div>
  );
}
