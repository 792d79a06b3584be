/** Forty imports of nobody's, in columns that are understood as they are. */
export const HEADER =
  'DECLARATION_NO,ITEM_NO,IMP_DATE,HS_CODE,IMPORTER,SUPPLIER,DESCRIPTION,ORIGIN_COUNTRY,QTY,UOM,TOTAL_VALUE_USD';
export const line = (number: number) =>
  `D${Math.floor(number / 2)},${(number % 2) + 1},${String((number % 28) + 1).padStart(2, '0')}/03/2025,8517.13.00,ACME ${number} LTD,SELLER SRL,TELEPHONES,IT,"1,${100 + (number % 800)}.5",PCS,"2,000.25"`;
export const FILE = [HEADER, ...Array.from({ length: 40 }, (_, index) => line(index))].join('\n');
