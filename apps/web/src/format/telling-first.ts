/** A code of a list with its text; what is no code has none, and is left as it is. */
export interface DescribedCode {
  code: string;
  text: string | undefined;
}

/** Where a clause of a nomenclature's text ends. */
const CLAUSE_END = /[;:,]\s+/g;

/**
 * Texts of the HS codes of a list, each beginning with what tells its code from its neighbours there: texts of one heading, or of one
 * chapter's headings, begin alike, and a list has room for their beginnings alone. What a text has in common with a neighbour stands
 * behind; nothing of it is left out. Texts that are told apart from the start stay as they are.
 *
 * @returns the text of a code
 */
export function tellingFirst(codes: readonly DescribedCode[]): (code: string) => string | undefined {
  const families = new Map<string, string[]>();
  for (const { code, text } of codes) {
    if (text !== undefined) families.set(familyOf(code), [...(families.get(familyOf(code)) ?? []), text]);
  }
  const texts = new Map(
    codes.map(({ code, text }) => [code, text && turned(text, families.get(familyOf(code)) ?? [])] as const),
  );
  return (code) => texts.get(code);
}

/** The code above one: a chapter of a heading, a heading of what is longer. */
const familyOf = (code: string) => code.slice(0, code.length > 4 ? 4 : 2);

function turned(text: string, family: readonly string[]): string {
  const shared = Math.max(0, ...family.filter((other) => other !== text).map((other) => alike(text, other)));
  const ends = [...text.matchAll(CLAUSE_END)].map(({ index, 0: sign }) => index + sign.length);
  const end = ends.findLast((at) => at <= shared);
  if (end === undefined) return text;
  return `${text.slice(end)} · ${text.slice(0, end).replace(/[;:,]\s+$/, '')}`;
}

/** How many characters two texts begin with alike. */
function alike(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let at = 0;
  while (at < most && one[at] === other[at]) at += 1;
  return at;
}
