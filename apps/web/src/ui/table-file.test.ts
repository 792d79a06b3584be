import { expect, it } from 'vitest';
import { csvOf } from './table-file.js';

it('a table is a file of its notes, its head and its rows, in which nothing is run', () => {
  const rows = [
    ['=HYPERLINK("x")', '-1250.5', 3],
    ['@SUM(A1)', '12.000000000000000001', null],
    ['\tafter a tab', '-cmd|x', 0.25],
  ];
  expect(csvOf({ name: 't', notes: [['Question', '+44, "quoted"']], head: ['Name', 'USD', 'N'], rows })).toBe(
    [
      '\ufeff"Question","\'+44, ""quoted"""',
      '',
      '"Name","USD","N"',
      '"\'=HYPERLINK(""x"")","-1250.5",3',
      '"\'@SUM(A1)","12.000000000000000001",""',
      '"\'\tafter a tab","\'-cmd|x",0.25',
      '',
    ].join('\n'),
  );
});
