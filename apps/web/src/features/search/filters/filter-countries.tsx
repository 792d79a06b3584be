import { Button, MultiSelect } from '@mantine/core';
import { sourceCountry } from '@tidewaiter/contract';
import { useId } from 'react';
import alert from '../../../ui/alert-dialog.module.css';
import { useModalDialog } from '../../../ui/use-modal-dialog.js';
import classes from './advance-search.module.css';

interface FilterCountriesProps {
  opened: boolean;
  /** The countries of the search: those that can be chosen. */
  countries: readonly string[];
  chosen: string[];
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
  return (
    <dialog
      ref={dialog}
      className={`${alert.dialog} ${classes.countriesDialog}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={id}>Filter Countries</h2>
      {opened && (
        <MultiSelect
          label="Countries"
          data={countries.map((code) => ({ value: code, label: sourceCountry(code)?.name ?? code }))}
          value={chosen}
          onChange={onChange}
          searchable
          withScrollArea={false}
          comboboxProps={{ withinPortal: false }}
        />
      )}
      <div className={classes.countriesFoot}>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button onClick={onApply}>Apply</Button>
      </div>
    </dialog>
  );
}
