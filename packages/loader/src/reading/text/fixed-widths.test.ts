import { expect, it } from 'vitest';
import { ruledWidths } from './fixed-widths.js';

const printed = (...rows: string[]) =>
  ['BUREAU DATE_ENREG IMPORTATEUR   COLIS', '------ ---------- ------------- -----', ...rows, ''].join('\n');

it('a table that a database shell printed has the widths of the dashes under its names, whatever the cells hold', () => {
  const text = printed('NE001  01/11/2024 ETS TENERE    14   ', 'NE007  02/11/2024 STE DALLOL SA 1320 ');
  expect(ruledWidths(text)).toEqual([7, 11, 14, 10_000]);
  expect(ruledWidths(`Extrait du mois\n\n${text}`)).toEqual([7, 11, 14, 10_000]);
});

it('no widths are told where cells lie over the gaps, or something stands between the dashes', () => {
  expect(ruledWidths(printed('NE001;01/11/2024;ETS TENERE;14', 'NE007;02/11/2024;STE DALLOL SA;1320'))).toBeUndefined();
  expect(ruledWidths('A|B|C\n-|-|-\n1|2|3\n')).toBeUndefined();
  expect(ruledWidths('---- ---- ----\n1    2    3\n')).toBeUndefined();
});
