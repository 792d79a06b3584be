import type { TradeType } from '@tidewaiter/contract';

export const TRADE_OPTIONS: { value: TradeType; label: string }[] = [
  { value: 'IMPORT', label: 'Import' },
  { value: 'EXPORT', label: 'Export' },
];
