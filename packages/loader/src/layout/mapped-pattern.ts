/**
 * What a mapping names headers by, or a date in a file's name: a regular expression that the operator wrote.
 *
 * @throws SyntaxError where it is none
 */
export const mappedPattern = (pattern: string, flags?: 'i'): RegExp => new RegExp(pattern, flags);
