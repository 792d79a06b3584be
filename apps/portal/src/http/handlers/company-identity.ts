import type { CompanyIdentity as Sent } from '@tidewaiter/contract';
import type { CompanyIdentity } from '@tidewaiter/records';

const saidList = ({ said, count }: CompanyIdentity['spellings']) => ({
  rows: said.map(({ text, shipments, firstDay, lastDay }) => ({
    ...{ text, shipments, first_day: firstDay, last_day: lastDay },
  })),
  count,
});

/** Who a company is, as it is sent. */
export const identitySent = (of: CompanyIdentity): Sent => ({
  shipments: of.total?.shipments ?? 0,
  first_day: of.total?.firstDay ?? null,
  last_day: of.total?.lastDay ?? null,
  spellings: saidList(of.spellings),
  addresses: saidList(of.ADDRESS),
  numbers: saidList(of.NUMBER),
  declared_in: saidList(of.declaredIn),
  ships_from: saidList(of.shipsFrom),
});
