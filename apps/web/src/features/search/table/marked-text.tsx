import type { MatchedText, RecordColumn } from '@tidewaiter/contract';
import type { ReactNode } from 'react';
import { matchedParts } from './matched-parts.js';

/** A cell's text with what matched in it marked; the text itself where nothing did. */
export function markedText(text: string, column: RecordColumn, matched: readonly MatchedText[] | undefined): ReactNode {
  const own = matched?.filter(({ key }) => key === column.key);
  if (!own || own.length === 0) return text;
  const parts = matchedParts(
    text,
    own.map((match) => match.text),
    column.type === 'code',
  );
  // biome-ignore lint/suspicious/noArrayIndexKey: a text's parts have no other identity, and are drawn as one
  return parts.map((part, index) => (part.matched ? <mark key={index}>{part.text}</mark> : part.text));
}
