/** What keeps a spreadsheet from running a text that it is given in a CSV file. */

/** What a spreadsheet takes for the beginning of a formula, or leaves out in front of one: NUL, tab, line ends, `+ - = @`. */
export const FORMULA_STARTS = '\0\t\n\r+-=@';

/** A number begins with a sign and runs nothing. */
export const PLAIN_NUMBER = '^[+-]?[0-9]+([.,][0-9]+)*([eE][+-]?[0-9]+)?$';

const NUMBER = new RegExp(PLAIN_NUMBER);

/**
 * Where a text would begin a cell of its own in a spreadsheet that parts cells otherwise: most of Europe's do so at semicolons, whatever
 * quotation marks say. What follows would be run. Apostrophes that stand there already are kept apart from ours.
 */
export const PARTED_FORMULA = "([;\t\n\r] *'*)([-+=@])";

const PARTED = new RegExp(PARTED_FORMULA, 'g');

/** A text in which no part would be run. */
export const harmlessParts = (text: string): string => text.replace(PARTED, "$1'$2");

/** The text that {@link harmlessParts} was given. */
export const withoutHarmlessParts = (text: string): string => text.replace(/([;\t\n\r] *'*)'([-+=@])/g, '$1$2');

/** A cell of a CSV file that a spreadsheet shows as it is: an apostrophe keeps it from running a text. */
export const harmlessCell = (text: string): string => {
  const harmless = harmlessParts(text);
  return text !== '' && FORMULA_STARTS.includes(text.charAt(0)) && !NUMBER.test(text) ? `'${harmless}` : harmless;
};
