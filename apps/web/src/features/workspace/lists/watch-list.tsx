import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type OwnList, term, writeLine } from '@tidewaiter/contract';

/** Nothing new comes to shipments that are known: of them there is no watch. */
const WATCHED = { COMPANY: 'company', HS_CODE: 'hs', RECORD: null } as const;

/** Leads to a watch of what stands on a list, once that has been found. */
export function WatchList({ list: { name, kind, state }, isRow }: { list: OwnList; isRow?: boolean }) {
  const field = WATCHED[kind];
  if (field === null || state !== 'READY') return null;
  const line = writeLine(term(field, { kind: 'list', name }));
  return (
    <Button
      {...(isRow ? { variant: 'subtle', size: 'xs', 'aria-label': `Watch ${name}` } : { variant: 'default' })}
      renderRoot={(props) => <Link to="/workspace" search={{ watches: 'all', line }} {...props} />}
    >
      Watch
    </Button>
  );
}
