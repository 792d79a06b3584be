/** Small files, made up, and what is understood of them. */
import { type Answers, readAnswers } from '../src/understand/proposal/answers.js';
import { type FileSample, understandFile } from '../src/understand/understand-file.js';

const FIXED = { tradeType: 'IMPORT', country: 'KEN' } as const;

export function understand(header: string, rows: string[][], more: Partial<FileSample> & { set?: string[] } = {}) {
  const names = header.split('|');
  const answers: Answers = readAnswers(more.set ?? [], names);
  return understandFile({ header: names, rows, fileName: 'file.csv', ...FIXED, ...more, answers });
}

/** Rows of a file of goods, each with the cells that a test is about. */
export const goods = (cells: (index: number) => string[], count = 30) =>
  Array.from({ length: count }, (_, index) => [
    `2025-03-${String((index % 28) + 1).padStart(2, '0')}`,
    ['85171300', '69072100', '09011100'][index % 3] ?? '',
    'WOVEN COTTON SHIRTS',
    ...cells(index),
  ]);
export const GOODS = 'IMP DATE|HS CODE|DESCRIPTION';

/** What is understood of such a file with these columns beside. */
export const ofGoods = (columns: string, cells: (index: number) => string[], more?: Parameters<typeof understand>[2]) =>
  understand(`${GOODS}|${columns}`, goods(cells), more);
