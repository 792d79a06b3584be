import { type OwnList, term, writeLine } from '@tidewaiter/contract';
import { FollowLink } from '../../../search/following/follow-link.js';

/** Nothing new comes to shipments that are known: those are not followed. */
const FOLLOWED = { COMPANY: 'company', HS_CODE: 'hs', RECORD: null } as const;

/** Leads to following what stands on a list, once that has been found. */
export function FollowList({ list: { name, kind, state }, isRow }: { list: OwnList; isRow?: boolean }) {
  const field = FOLLOWED[kind];
  if (field === null || state !== 'READY') return null;
  const line = writeLine(term(field, { kind: 'list', name }));
  return isRow ? (
    <FollowLink follows={{ line }} named={name} variant="subtle" />
  ) : (
    <FollowLink follows={{ line }} size="sm" />
  );
}
