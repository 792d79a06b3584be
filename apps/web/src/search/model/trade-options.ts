import type { TradeType } from '@tidewaiter/contract';

/** The trade types as a field offers them. */
export const TRADE_OPTIONS: { value: TradeType; label: string }[] = [
  { value: 'IMPORT', label: 'Import' },
  { value: 'EXPORT', label: 'Export' },
];
