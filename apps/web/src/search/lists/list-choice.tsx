import { type OnList, percentOf } from '@tidewaiter/contract';
import { formatCount, formatDecimal } from '../../format/numbers.js';
import { later } from '../../session/client.js';

/** Companies of a market are told apart by a list; those alone that stand on it, or do not. */
export interface ListChoice {
  list: string | null;
  onList: OnList | null;
}

export const NO_LIST: ListChoice = { list: null, onList: null };

/** It brings the calls of lists, which other screens do without. */
export const OnAList = later(() => import('./on-a-list.js'), 'OnAList');

interface ListedWordsProps {
  list: string;
  /** It says what they are called: suppliers. */
  many: string;
  listed: { companies: number; shipments: number; value_usd: string };
  all: { companies: number; shipments: number; value_usd: string };
}

/** Says how much of a market is with companies of a list. */
export function ListedWords({ list, many, listed, all }: ListedWordsProps) {
  const share = (part: string, whole: string) => `${formatDecimal(percentOf(part, whole), 1)}%`;
  const hasValue = Number(all.value_usd) > 0;
  return (
    <>
      {formatCount(listed.companies)} of {formatCount(all.companies)} {many} are on <bdi>{list}</bdi>
      {all.shipments > 0 && ': '}
      {hasValue && `${share(listed.value_usd, all.value_usd)} of the value, `}
      {all.shipments > 0 && `${share(String(listed.shipments), String(all.shipments))} of the shipments.`}
    </>
  );
}
