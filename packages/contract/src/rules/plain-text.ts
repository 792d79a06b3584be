/** Text between the figures of a report: lines, and no markup that could be more than it says. */

/** A part of a text; `line` counts where it begins, from 0. */
export type TextBlock = { line: number } & (
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; items: { line: number; text: string }[] }
);

/** Reads text as it is typed: `# ` begins a heading, `- ` a point of a list; an empty line ends a paragraph. */
export function readText(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  let last: TextBlock | undefined;
  for (const [line, words] of text.split('\n').entries()) {
    const [, sign, rest = ''] = /^\s*(#+|[-*•])\s+(.*\S)\s*$/.exec(words) ?? [];
    const isPoint = sign !== undefined && !sign.startsWith('#');
    if (isPoint && last?.kind === 'list') last.items.push({ line, text: rest });
    else if (sign === undefined && last?.kind === 'paragraph' && words.trim() !== '') last.text += ` ${words.trim()}`;
    else {
      if (isPoint) last = { line, kind: 'list', items: [{ line, text: rest }] };
      else if (sign !== undefined) last = { line, kind: 'heading', text: rest };
      else last = words.trim() === '' ? undefined : { line, kind: 'paragraph', text: words.trim() };
      if (last) blocks.push(last);
    }
  }
  return blocks;
}
