import { quote } from '@tidewaiter/records/loading';
import { z } from 'zod';

/** The signs between thousands; none, or one of these. */
export const GROUPING = ['', ',', '.', ' ', "'"] as const;

/** How a column writes amounts that are more than a number: fields of a mapping's column. */
export const amountFields = {
  signs: z
    .array(z.string().regex(/[^\d\s]/, { error: 'what stands beside a number, as US$ or kg' }))
    .optional()
    .describe('Currency signs or units that stand before or after its numbers and are left off; any other is refused'),
  negative: z
    .enum(['in-parentheses', 'minus-behind'])
    .optional()
    .describe('How it writes negative amounts, where not with a minus in front'),
  times: z
    .literal([1000, 100_000, 1_000_000, 10_000_000])
    .optional()
    .describe('What one is: 1000 where it is in thousands, of a currency or a unit'),
  decimalPoint: z.enum(['.', ',']).optional().describe("This column's own, where it differs from the mapping's"),
  thousands: z.enum(GROUPING).optional().describe("This column's own, where it differs from the mapping's"),
};

const amountWriting = z.object(amountFields);
/** How many one of a column's numbers is. */
export type Times = NonNullable<z.output<typeof amountWriting>['times']>;
export type AmountWriting = z.output<typeof amountWriting>;

/** What one is, as a mapping says it; undefined for one that is itself, and for what no report counts in. */
export const amountTimes = (times: number): Times | undefined => amountFields.times.safeParse(times).data;

/** SQL of an amount as a number with its minus in front. What is none keeps whatever makes it none, and is refused as a number. */
export function bareNumber(text: string, { signs = [], negative }: AmountWriting): string {
  const bare = signs.length === 0 ? text : withoutSigns(text, signs);
  if (negative === undefined) return bare;
  return negative === 'in-parentheses'
    ? replaced(bare, '^[(]\\s*([^()]*?)\\s*[)]$', '-\\1')
    : replaced(bare, '^([^+-]*?)\\s*-$', '-\\1');
}

function withoutSigns(text: string, signs: readonly string[]): string {
  // The longest first: of US$, $ is a part.
  const any = [...signs]
    .sort((a, b) => b.length - a.length)
    .map((sign) => sign.trim().replace(/[^\p{L}\p{N}\s]/gu, (char) => (/[\\^]/.test(char) ? `\\${char}` : `[${char}]`)))
    .join('|');
  const before = replaced(text, `^([+-]?[(]?)\\s*(?i:${any})\\s*([+-]?[(]?\\s*[0-9.,])`, '\\1\\2');
  return replaced(before, `([0-9.,][)-]?)\\s*(?i:${any})\\s*([)-]?)$`, '\\1\\2');
}

const replaced = (text: string, pattern: string, by: string) =>
  `replaceRegexpOne(${text}, ${quote(pattern)}, ${quote(by)})`;
