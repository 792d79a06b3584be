/** What keeps a spreadsheet from running a text that it is given in a CSV file. */

/** What a spreadsheet takes for the beginning of a formula, or leaves out in front of one: NUL, tab, line ends, `+ - = @`. */
export const FORMULA_STARTS = '\0\t\n\r+-=@';

/** A number begins with a sign and runs nothing. */
export const PLAIN_NUMBER = '^[+-]?[0-9]+([.,][0-9]+)*([eE][+-]?[0-9]+)?$';

const NUMBER = new RegExp(PLAIN_NUMBER);

/** A cell of a CSV file that a spreadsheet shows as it is: an apostrophe keeps it from running a text. */
export const harmlessCell = (text: string): string =>
  text !== '' && FORMULA_STARTS.includes(text.charAt(0)) && !NUMBER.test(text) ? `'${text}` : text;
