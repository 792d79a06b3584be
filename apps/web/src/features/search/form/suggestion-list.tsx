import { Combobox } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import type { SearchBy, Suggestion } from '@tidewaiter/contract';
import { formatCount, formatShipments } from '../../../format/count.js';
import { chosenOption, ListOption } from './list-option.js';
import classes from './suggestion-list.module.css';
import { PICKED_MEANS } from './tag.js';

interface SuggestionListProps {
  id: string;
  suggested: readonly Suggestion[];
  searchBy: SearchBy | null;
  active: string | undefined;
  idOf: (value: string) => string | undefined;
  onPick: (value: string | undefined) => void;
}

/** The shipments of a phrase are counted in a part of the records only. */
function shipmentsOf({ value, shipment_count }: Suggestion, searchBy: SearchBy | null): string {
  const phrase = searchBy === 'PRODUCT' && /\s/.test(value);
  return phrase ? `at least ${formatCount(shipment_count)}` : formatShipments(shipment_count);
}

/** What the typed text may become, with how many shipments there are of it. */
export function SuggestionList({ id, suggested, searchBy, active, idOf, onPick }: SuggestionListProps) {
  return (
    <Combobox.Options
      id={id}
      aria-label="Suggestions"
      className={classes.list ?? ''}
      onClick={(event) => onPick(chosenOption(event))}
    >
      {suggested.map((suggestion) => {
        const { value, key, description } = suggestion;
        return (
          <ListOption
            key={value}
            id={idOf(value)}
            value={value}
            active={value === active}
            selected={value === active}
            className={classes.suggestion}
          >
            <span className={classes.value} title={key && PICKED_MEANS}>
              {key !== undefined && <IconBuilding size={14} stroke={1.6} className={classes.icon} aria-hidden />}
              {value}
            </span>
            {description && (
              <span className={classes.description} title={description}>
                {description}
              </span>
            )}
            <span className={classes.shipments}>{shipmentsOf(suggestion, searchBy)}</span>
          </ListOption>
        );
      })}
    </Combobox.Options>
  );
}
