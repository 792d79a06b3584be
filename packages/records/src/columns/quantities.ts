/** The rule of quantities (`contract/src/rules/quantities.ts`) as SQL over `records`: which quantity a record has, and in which unit. */
import { QUANTITY_MEASURES } from '@tidewaiter/contract';
import { quote } from '../engine/engine.js';

const isStated = ({ amount, unit }: (typeof QUANTITY_MEASURES)[number]) => `isNotNull(${amount}) AND ${unit} != ''`;

const firstStated = (value: (measure: (typeof QUANTITY_MEASURES)[number]) => string, none: string) =>
  `multiIf(${QUANTITY_MEASURES.map((measure) => `${isStated(measure)}, ${value(measure)}`).join(', ')}, ${none})`;

/** The unit of a record's quantity, `''` where it has none. */
export const QUANTITY_UNIT = firstStated(
  ({ unit, before }) => (before === '' ? `toString(${unit})` : `concat(${quote(before)}, toString(${unit}))`),
  "''",
);

/** A record's quantity, a decimal that is never null; zero where it has none. */
export const QUANTITY = firstStated(({ amount }) => `assumeNotNull(${amount})`, 'toDecimal128(0, 18)');
