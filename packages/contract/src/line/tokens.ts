/** What a query line is put together of, each read where it is looked for. */
export const SPACE = /[\s,]+/y;
export const WORD = /[^\s,()":=<>]+/y;
export const QUOTED = /"((?:[^"\\]|\\.)*)"/sy;
export const FIELD = /([\p{L}][\p{L}\p{N}-]*):/uy;
export const MINUS = /-(?=[^\s)])/y;
export const SIGN = /[<>]=?|=/y;
/** Before the name of a list. */
export const LIST = /@/y;

/** What stood between quotes. */
export const unquoted = (inside: string) => inside.replace(/\\(.)/gs, '$1');
