/** Answers to what a customs file leaves open, as the command takes them: `--set "Header=record_column"`, `--country KEN`. */

/** An option of the command with what it takes; where a shell would not take that as it is, it stands in quotes. */
export const answerOf = (option: string, text: string): string =>
  /^[\w./=-]+$/.test(text) ? `--${option} ${text}` : `--${option} "${text.replace(/["\\$`]/g, '\\$&')}"`;

/** An answer as an option of the command and what it takes. */
export function optionOf(answer: string): { option: string; text: string } {
  const [, option = 'set', quoted, bare = answer] = /^--(\w+) (?:"(.*)"|(.*))$/s.exec(answer) ?? [];
  return { option, text: quoted?.replace(/\\(["\\$`])/g, '$1') ?? bare };
}
