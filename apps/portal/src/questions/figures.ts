import type { AnalysisSums } from '@tidewaiter/contract';
import type { Amounts, NamedGroup } from '@tidewaiter/records';

/** Sums of some records as they are sent. */
export const sums = (amounts: Amounts): AnalysisSums => ({
  shipments: amounts.shipments,
  valued: amounts.valued,
  value_usd: amounts.valueUsd,
  quantity: amounts.quantity,
  measured: amounts.measured,
  priced: amounts.priced,
  priced_value_usd: amounts.pricedValueUsd,
  priced_quantity: amounts.pricedQuantity,
});

/** What a group is called, as it is sent. */
export const named = ({ name, description }: NamedGroup) => ({
  name,
  ...(description !== undefined && { hs_description: description }),
});
