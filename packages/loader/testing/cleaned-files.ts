import { EVERYTHING, pageOf, question, type TestRecords } from '@tidewaiter/testing/records';
import { loadsOf } from './loads.js';

export const DATED = { record_date: { from: 'date' }, hs_code: { from: 'hs' } };

export const PLACES = {
  columns: {
    ...{ ...DATED, origin_country: { from: 'origin' }, origin_port: { from: 'port' } },
    mode_of_transport: { from: 'mode', codes: { '1': 'Sea' } },
  },
};
export const PLACES_FILE =
  'no,date,hs,origin,port,mode\n1,2020-01-01,8517.12,"KOREA, REPUBLIC OF",PUSAN,1\n2,2020-01-02,8517,China,XYZ,SEA\n';

export const AMOUNTS = {
  columns: {
    ...{ ...DATED, quantity: { from: 'quantity' }, unit: { from: 'unit' }, std_quantity: { from: 'std' } },
    ...{ std_unit: { from: 'stdunit' }, unit_price_usd: { from: 'price' }, total_value_usd: { from: 'usd' } },
  },
};
export const AMOUNTS_FILE = `no,date,hs,quantity,unit,std,stdunit,price,usd
1,2020-01-01,8517,2.5,TNE,,,,1000
2,2020-01-02,8517,3,PCS,3,NOS,7,20
3,2020-01-03,8517,4,CRATES,,,,10
4,2020-01-04,8517,0,KGS,,,,10
5,2020-01-05,8517,,KGS,,,,10
6,2020-01-06,8517,99999999999999999999,LBS,,,,0.5
7,2020-01-07,8517,10,LBS,,,,
`;

/** Loads a file by a mapping, and tells its records by date, with what the source wrote. */
export const cleanedFiles = (test: TestRecords) => {
  const { small } = loadsOf(test);
  return async (text: string, changes: object, name = 'file.csv') => {
    const outcome = await small(text, changes, { name });
    const asked = (more: object) =>
      pageOf(test.records, question({ searchValue: ['8517', '0901'], orderByMode: 'asc', ...more }), EVERYTHING);
    const page = await asked({});
    const written = page.asWritten.map((cells) => Object.fromEntries(cells.map((cell) => [cell.key, cell.text])));
    const found = async (more: object) => (await asked(more)).rows;
    return { outcome, rows: page.rows, written, ids: page.rows.map(({ id }) => id), found };
  };
};
