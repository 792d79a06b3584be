import { LIMITS, matchTypesFor, type SearchBy, type Suggestion } from '@tidewaiter/contract';
import { cleanValues, type DraftCondition } from './draft.js';

/** What a change makes of a condition. */
type Changed = Partial<DraftCondition>;

/**
 * Searched by another field (SPEC 5: the match type starts as that field's default). Values are cleaned for it; what was
 * picked among the parties of one field means none of another.
 */
export function searchedBy({ searchValue }: DraftCondition, searchBy: SearchBy): Changed {
  const matchType = matchTypesFor(searchBy)[0] ?? null;
  return { searchBy, matchType, searchValue: cleanValues(searchBy, searchValue), pickedValue: [] };
}

/** Without one of its values; a pick goes with its value. */
export function without({ searchValue, pickedValue }: DraftCondition, removed: string): Changed {
  const kept = (values: string[]) => values.filter((value) => value !== removed);
  return { searchValue: kept(searchValue), pickedValue: kept(pickedValue) };
}

/** The values that it holds when some are added, as far as there is room (SPEC 5), and how many there was none for. */
export function added({ searchBy, searchValue }: DraftCondition, values: readonly string[]) {
  const all = cleanValues(searchBy, [...searchValue, ...values]);
  const room = all.slice(0, LIMITS.searchValues);
  return { searchValue: room, leftOut: all.length - room.length };
}

/** The typed text become a value. Where there is no room for it, it stays typed. */
export function typedTaken(condition: DraftCondition): Changed {
  const { searchValue, leftOut } = added(condition, [condition.typed]);
  return leftOut > 0 ? {} : { searchValue, typed: '' };
}

/** A suggestion taken in place of the typed text; one of a party means the party. */
export function picked(condition: DraftCondition, { value, key }: Pick<Suggestion, 'value' | 'key'>): Changed {
  const { searchValue, leftOut } = added(condition, [value]);
  if (leftOut > 0) return {};
  const pickedValue = key === undefined ? condition.pickedValue : [...new Set([...condition.pickedValue, value])];
  return { searchValue, pickedValue, typed: '' };
}
