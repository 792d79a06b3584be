import { Button } from '@mantine/core';
import { sourceCountry } from '@tidewaiter/contract';
import { useId } from 'react';
import alert from '../../../ui/alert-dialog.module.css';
import { Flag } from '../../../ui/flag.js';
import { useModalDialog } from '../../../ui/use-modal-dialog.js';
import classes from './filter-dialog.module.css';

interface FilterCountriesProps {
  opened: boolean;
  /** The countries of the search: those that can be chosen. */
  countries: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  /** Keeps what was chosen. */
  onApply: () => void;
  /** Goes back to what was chosen before. */
  onClose: () => void;
}

/** Which of a search's countries to go on with. A choice stands in the panel at once, so Apply only closes (SPEC 2). */
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
          const country = sourceCountry(code);
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
      <div className={classes.foot}>
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
