import { createContext, Fragment, type ReactNode, useContext } from 'react';
import { NUMBER_SYSTEMS, type NumberSystem, writeNumbersAs } from '../format/numbers.js';
import { usePreference } from './preference.js';

const readSystem = (stored: unknown): NumberSystem => NUMBER_SYSTEMS.find((system) => system === stored) ?? 'INDIAN';

const Chosen = createContext<[NumberSystem, (system: NumberSystem) => void]>(['INDIAN', () => {}]);

/** Writes the numbers of all that stands in it as the person has chosen; with another choice, all of it is drawn anew. */
export function NumberSystemProvider({ children }: { children: ReactNode }) {
  const chosen = usePreference('numbers', readSystem);
  const [system] = chosen;
  writeNumbersAs(system);
  return (
    <Chosen value={chosen}>
      <Fragment key={system}>{children}</Fragment>
    </Chosen>
  );
}

/** The system that a person's numbers are written in, and the way to another. */
export const useNumberSystem = () => useContext(Chosen);
