import { optionOf } from '@tidewaiter/contract';
import { describeRef, findHeader, missingHeaders, unusedHeaders } from '../layout/headers.js';
import type { ColumnSource, LoadMapping } from '../layout/mapping.js';
import { answerColumn, answerValue } from './proposal/answers.js';

/** How a file's columns differ from those that a saved mapping was made for. */
export interface ChangedLayout {
  mapping: LoadMapping;
  /** Columns that the mapping knows nothing of. */
  added: string[];
  /** Columns that it reads and the file has not, as they are told. */
  gone: string[];
}

/** Of the columns that a mapping reads, a file must have so many to be another layout of the same source. */
const LEAST_KEPT = 0.6;

/** The saved mappings that a file follows with some columns more or fewer, the nearest first. */
export function changedLayouts(mappings: readonly LoadMapping[], header: readonly string[]): ChangedLayout[] {
  const near = mappings
    .map((mapping) => ({
      mapping,
      added: unusedHeaders(mapping, header),
      gone: [...new Set(missingHeaders(mapping, header).map(describeRef))],
    }))
    .filter(({ added, gone }) => {
      const common = header.length - added.length;
      return (added.length > 0 || gone.length > 0) && common / (common + added.length + gone.length) >= LEAST_KEPT;
    });
  const changes = ({ added, gone }: ChangedLayout) => added.length + gone.length;
  return near.sort((one, other) => changes(one) - changes(other));
}

/** The difference in a sentence. */
export function changeInWords({ mapping, added, gone }: ChangedLayout): string {
  const list = (what: string, names: readonly string[]) => (names.length === 0 ? [] : [`${what} ${names.join(', ')}`]);
  const differs = [
    ...list(
      'new:',
      added.map((name) => `"${name}"`),
    ),
    ...list('gone:', gone),
  ];
  return `its columns are not those that the mapping ${mapping.name} was made for: ${differs.join('; ')}`;
}

/** What a mapping says of the columns that a file still has, as answers: the file is understood anew in their light. */
export function mappingAsAnswers(mapping: LoadMapping, header: readonly string[]): string[] {
  const currentHeader = (source: ColumnSource): string | undefined => {
    if (!('from' in source) || Array.isArray(source.from)) return undefined;
    return findHeader(source.from, header);
  };
  const columns = Object.entries(mapping.columns).flatMap(([target, source]) => {
    if (source === undefined) return [];
    if ('constant' in source) return source.constant === '' ? [] : [answerValue(target, source.constant)];
    const name = currentHeader(source);
    return name === undefined ? [] : [answerColumn(name, target)];
  });
  const ignored = mapping.ignore.flatMap((ref) => {
    const name = findHeader(ref, header);
    return name === undefined ? [] : [answerColumn(name, null)];
  });
  const notation = [
    answerValue('dateFormat', mapping.dateFormat),
    ...(mapping.timeZone === undefined ? [] : [answerValue('timeZone', mapping.timeZone)]),
    answerValue('decimalPoint', mapping.decimalPoint),
    ...(mapping.hsDigits === undefined ? [] : [answerValue('hsDigits', mapping.hsDigits)]),
  ];
  return [...new Set([...columns, ...ignored, ...notation].map((answer) => optionOf(answer).text))];
}
