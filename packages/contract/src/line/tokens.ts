/** What a query line is put together of, each read where it is looked for. */
export const SPACE = /\s+/y;
export const WORD = /[^\s()":=<>]+/y;
export const QUOTED = /"((?:[^"\\]|\\.)*)"/sy;
export const FIELD = /([\p{L}][\p{L}\p{N}-]*):/uy;
export const MINUS = /-(?=[^\s)])/y;
export const SIGN = /[<>]=?|=/y;
/** Before the name of a list. */
export const LIST = /@/y;

/** Signs that mean something outside of quotes. Names are full of parentheses; in texts of goods they may be meant to group. */
const SIGNS = { goods: /[*?~()[\]]/g, others: /[*?~]/g };
const signsOf = (isOfGoods: boolean) => (isOfGoods ? SIGNS.goods : SIGNS.others);

/** A text between quotes, its signs as themselves. */
export const quoted = (text: string, isOfGoods: boolean) =>
  `"${text.replace(/[\\"]/g, '\\$&').replace(signsOf(isOfGoods), '\\$&')}"`;

/** Whether a sign stands between quotes that has a meaning outside of them, and no backslash before it says that none is meant. */
export const hasOpenSign = (inside: string, isOfGoods: boolean) =>
  inside.replace(/\\./gs, '').search(signsOf(isOfGoods)) >= 0;

/** Whether a backslash stands where it would be dropped. */
export const hasIdleBackslash = (inside: string) => /\\(?![\\"*?~()[\]])/.test(inside.replace(/\\[\\"*?~()[\]]/g, ''));

/** What stood between quotes. */
export const unquoted = (inside: string) => inside.replace(/\\(.)/gs, '$1');
