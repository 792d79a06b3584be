/** How one variable of the environment is declared. */
import { z } from 'zod';

/** A text that a rule holds for; what is said of another one follows the variable's name. */
export const textThat = (rule: (text: string) => boolean, message: string) =>
  z.string().refine(rule, { error: message });

export const wholeNumber = (least: number, most: number) =>
  textThat(
    (text) => Number.isInteger(Number(text)) && Number(text) >= least && Number(text) <= most,
    `must be a whole number from ${least} to ${most}`,
  ).transform(Number);

export const choice = <const Value extends string>(...values: [Value, ...Value[]]) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });

export const onOrOff = choice('on', 'off').transform((value) => value === 'on');

export const urlOf = (...schemes: string[]) =>
  textThat(
    (text) => URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1)),
    `must be a URL that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
  );

export const emailOf = textThat((text) => z.email().safeParse(text).success, 'must be an e-mail address');

/** One variable of the environment. */
export interface Setting<Value> {
  /** Reads its text. The message of a text that is refused follows the variable's name. */
  read: z.ZodType<Value, string>;
  /** What it is for, as the reference for operators says it. */
  about: string;
  /** The text that stands in for it where it is not set; null where nothing does. */
  otherwise: string | null;
  /** It may hold a password: no message repeats it. */
  secret?: true;
}

export const setting = <Value, Otherwise extends string | null>(
  read: z.ZodType<Value, string>,
  otherwise: Otherwise,
  about: string,
): Setting<Value> & { otherwise: Otherwise } => ({ read, otherwise, about });

/** The same for what may hold a password. */
export const secret = <Value>(read: z.ZodType<Value, string>, about: string) => ({
  ...setting(read, null, about),
  secret: true as const,
});
