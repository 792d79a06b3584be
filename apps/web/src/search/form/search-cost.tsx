import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { addressOf } from '@tidewaiter/contract';
import { useMemo } from 'react';
import { searchCost } from '../api/calls.js';
import { readAddress } from '../model/address-query.js';
import type { SearchDraft } from '../model/draft.js';

/** The form has rested for so long before what it asks is priced. */
const REST_MS = 400;

/** What pressing Search costs, where the form asks something else than what is shown; nothing until it is whole. */
export function SearchCost({ draft }: { draft: SearchDraft }) {
  const [rested] = useDebouncedValue(draft, REST_MS);
  const query = useMemo(() => readAddress(addressOf(rested)).query, [rested]);
  const { data } = useQuery(searchCost(query));
  if (data === undefined || rested !== draft) return null;
  return (
    <span role="status" className="soft small one-line">
      {data === 0 ? 'Free' : 'Uses 1 search'}
    </span>
  );
}
