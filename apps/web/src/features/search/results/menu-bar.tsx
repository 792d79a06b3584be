import { Button } from '@mantine/core';

interface MenuBarProps {
  onAllCountries: () => void;
  onAdvanceSearch: () => void;
}

/** What can be done with the results (SPEC 2, "Results menu bar"). */
export function MenuBar({ onAllCountries, onAdvanceSearch }: MenuBarProps) {
  return (
    <>
      <Button variant="default" size="xs" aria-haspopup="dialog" onClick={onAllCountries}>
        All Countries
      </Button>
      <Button variant="default" size="xs" aria-haspopup="dialog" onClick={onAdvanceSearch}>
        Advance Search
      </Button>
    </>
  );
}
