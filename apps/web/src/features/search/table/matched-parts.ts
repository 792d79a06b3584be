/** A piece of a cell's text, and whether it is why the row was found. */
export interface TextPart {
  text: string;
  matched: boolean;
}

/** Where a text stands in another, from left to right, without overlaps. */
function places(text: string, sought: string): [from: number, to: number][] {
  const found: [number, number][] = [];
  if (sought === '') return found;
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length)) {
    found.push([at, at + sought.length]);
  }
  return found;
}

/**
 * Cuts a cell's text into what matched and what did not; the parts joined are the text. What matched is sought as it stands,
 * wherever it stands; of a code only its beginning can have matched.
 */
export function matchedParts(text: string, matched: readonly string[], atStart = false): TextPart[] {
  const ranges = matched
    .flatMap((sought) => places(text, sought))
    .filter(([from]) => !atStart || from === 0)
    .sort(([a], [b]) => a - b);
  const parts: TextPart[] = [];
  let done = 0;
  for (const [from, to] of ranges) {
    if (to <= done) continue;
    const start = Math.max(from, done);
    const last = parts.at(-1);
    if (start > done) parts.push({ text: text.slice(done, start), matched: false });
    // Matches that overlap or touch are one mark.
    if (start === done && last?.matched) last.text += text.slice(start, to);
    else parts.push({ text: text.slice(start, to), matched: true });
    done = to;
  }
  if (done < text.length) parts.push({ text: text.slice(done), matched: false });
  return parts;
}
