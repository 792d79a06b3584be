import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

interface MenuBarProps {
  onAllCountries: () => void;
  onAdvanceSearch: () => void;
  /** What else there is to do, after the rest. */
  children: ReactNode;
}

/** What can be done with the results (SPEC 2, "Results menu bar"). */
export function MenuBar({ onAllCountries, onAdvanceSearch, children }: MenuBarProps) {
  return (
    <>
      <Button variant="default" size="xs" aria-haspopup="dialog" onClick={onAllCountries}>
        All Countries
      </Button>
      <Button variant="default" size="xs" aria-haspopup="dialog" onClick={onAdvanceSearch}>
        Advance Search
      </Button>
      {children}
    </>
  );
}
