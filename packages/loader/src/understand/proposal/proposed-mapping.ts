import type { TradeType } from '@tidewaiter/contract';
import type { FillDown } from '../../compile/filled-down.js';
import type { AmountWriting } from '../../layout/amount.js';
import type { FileSection } from '../../reading/form/file-form.js';

/** A mapping as a mapping file says it. */
export interface ProposedMapping {
  name: string;
  title: string;
  notes: string;
  /** What the operator said of it. */
  file?: FileSection;
  country?: string;
  trade?: TradeType;
  naturalKey: string[];
  dateFormat: string;
  timeZone?: string;
  decimalPoint: '.' | ',';
  thousands: '' | ',' | '.' | ' ' | "'";
  missing: string[];
  hsDigits?: number;
  /** These rows are of the other trade type. */
  leaveOut?: { from: string; is: string[] }[];
  subtotals?: 'leave-out' | 'as-written';
  fillDown?: FillDown;
  columns: Record<string, ProposedSource>;
  ignore: string[];
}

/** Several columns are the parts of one value. */
export type ProposedSource =
  | ({ from: string | string[]; as?: 'iso2-country'; dateFormat?: string } & AmountWriting)
  | { year: string; month: string; day?: string }
  | { constant: string; dateFormat?: string };
