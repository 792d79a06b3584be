import { Link } from '@tanstack/react-router';
import type { SearchAddress } from '@tidewaiter/contract';

/** Leads from an analysis to the list of its records, where the form is open on its question. */
export function ChangeQuestion({ address }: { address: SearchAddress }) {
  return (
    <Link
      to="/list1"
      search={address}
      state={{ form: 'open' }}
      className="flex-none accent medium undecorated not-printed"
    >
      Change
    </Link>
  );
}
