import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type SearchAddress, stringifySearch } from '@tidewaiter/contract';

/** Leads from what an address asks to a watch of it. */
export function WatchLink({ address }: { address: SearchAddress }) {
  return (
    <Button
      variant="default"
      size="xs"
      renderRoot={(props) => (
        <Link to="/workspace" search={{ watches: 'all', ask: stringifySearch(address) }} {...props} />
      )}
    >
      Watch
    </Button>
  );
}
