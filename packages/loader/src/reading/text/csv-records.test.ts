import { expect, it } from 'vitest';
import { RecordWalk } from './csv-records.js';

function records(text: string, isLast = true): string[] {
  const bytes = Buffer.from(text);
  const walk = new RecordWalk(','.charCodeAt(0));
  const found: string[] = [];
  for (let at = 0; at < bytes.length; at = walk.end) {
    const end = walk.over(bytes, at, isLast);
    if (end !== 'complete') return [...found, end];
    found.push(`${walk.cells}: ${bytes.subarray(at, walk.end)}`);
  }
  return found;
}

it.each([
  ['end with their lines', 'a,b\r\n1,2\n', ['2: a,b\r\n', '2: 1,2\n']],
  ['need no line feed at the end', 'a,b', ['2: a,b']],
  ['go on inside quoted cells', 'a,"b\n""c"",\n",d\n1', ['3: a,"b\n""c"",\n",d\n', '1: 1']],
  ['take a quote within a cell for what it is', 'a,5" pipe\n1,2', ['2: a,5" pipe\n', '2: 1,2']],
  ['know empty quoted cells', '"",""\n', ['2: "",""\n']],
  ['may hold spaces behind a quote', '"a" ,b\n', ['2: "a" ,b\n']],
  ['are misquoted where a cell goes on behind its quote', 'a,"b"c"\n', ['misquoted']],
  ['are open where a quote is not closed', '1\na,"b\n', ['1: 1\n', 'open']],
])('records %s', (_, text, expected) => {
  expect(records(text)).toEqual(expected);
});

it('what may go on behind the last byte is open', () => {
  for (const text of ['a,b', 'a,"b"', 'a,"b"\r', 'a,"b" ']) expect(records(text, false)).toEqual(['open']);
});
