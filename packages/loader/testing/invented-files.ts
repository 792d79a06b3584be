/** Customs files of nobody: headers and values made up, each with what its columns and the file as a whole are. */

/** What is right of a file as a whole; what is left out is not scored. */
export interface WholeFile {
  country?: string;
  trade?: 'IMPORT' | 'EXPORT';
  /** A code for all rows, or the column that says it. */
  currency?: string;
  dateFormat?: string;
}

export interface InventedFile {
  fileName: string;
  header: readonly string[];
  /** By column: the record columns that are right for it, `-` for none. */
  right: readonly (readonly string[])[];
  rows: readonly (readonly string[])[];
  whole: WholeFile;
}

type Cell = (row: number) => string;
type Column = readonly [header: string, right: string, cell: Cell];

const ROWS = 60;

export const pick =
  (...texts: string[]) =>
  (row: number) =>
    texts[row % texts.length] ?? '';
export const day = (row: number) => String((row % 28) + 1).padStart(2, '0');
export const quantity: Cell = (row) => String(2 + ((row * 7) % 90));
export const usd = (row: number) => Number(quantity(row)) * (3 + (row % 5));
export const times =
  (rate: number): Cell =>
  (row) =>
    (usd(row) * rate).toFixed(2);
export const company =
  (form: string): Cell =>
  (row) =>
    `COMPANY ${String.fromCharCode(65 + (row % 26))} ${form}`;
export const codes = pick('USD', 'EUR', 'JPY');
export const rateOf = (row: number, dollar: number) => [dollar, dollar * 1.08, dollar / 150][row % 3] ?? 0;
/** An invoice's amount in the row's own currency. */
const own: Cell = (row) => ((usd(row) * rateOf(row, 1)) ** 1).toFixed(2);
export const inOwn: Cell = (row) => (usd(row) / rateOf(row, 1)).toFixed(2);
export const hs = pick('85171300', '69072100', '09011100', '61091000', '30049099');
export const goods = pick('WOVEN COTTON SHIRTS, DYED', 'MOBILE TELEPHONES', 'COFFEE, NOT ROASTED', 'CERAMIC TILES');
export const countries = pick('CHINA', 'ITALY', 'VIETNAM', 'GERMANY');
export const iso = (row: number) => `2025-03-${day(row)}`;
export const slashed = (row: number) => `${day(row)}/03/2025`;

export function file(fileName: string, whole: WholeFile, columns: readonly Column[]): InventedFile {
  return {
    fileName,
    whole,
    header: columns.map(([header]) => header),
    right: columns.map(([, right]) => right.split('|')),
    rows: Array.from({ length: ROWS }, (_, row) => columns.map(([, , cell]) => cell(row))),
  };
}

const KENYA = { country: 'KEN', trade: 'IMPORT' } as const;

export const INVENTED_FILES: readonly InventedFile[] = [
  file('india-imports-march.csv', { country: 'IND', trade: 'IMPORT', currency: 'INR' }, [
    ['BE DATE', 'record_date', slashed],
    ['CTH', 'hs_code', hs],
    ['ITEM DESCRIPTION', 'product_description', goods],
    ['IMPORTER NAME', 'importer_name', company('PVT LTD')],
    ['SUPPLIER', 'exporter_name', company('GMBH')],
    ['QTY', 'quantity', quantity],
    ['UQC', 'unit', pick('KGS', 'NOS')],
    ['INVOICE CURRENCY', '-|currency', codes],
    ['ASSESSABLE VALUE', 'total_value', times(83.2)],
  ]),
  file('india-imports-april.csv', { country: 'IND', trade: 'IMPORT', currency: 'INVOICE CURRENCY' }, [
    ['BE DATE', 'record_date', slashed],
    ['CTH', 'hs_code', hs],
    ['ITEM DESCRIPTION', 'product_description', goods],
    ['QTY', 'quantity', quantity],
    ['INVOICE VALUE', 'total_value', inOwn],
    ['INVOICE CURRENCY', 'currency', codes],
    ['EXCHANGE RATE', 'exchange_rate', (row) => rateOf(row, 83.2).toFixed(4)],
    ['ASSESSABLE VALUE', '-', times(83.2)],
  ]),
  file('kenya_imports_2025_03.csv', { ...KENYA, currency: 'KES' }, [
    ['ENTRY DATE', 'record_date', iso],
    ['TARIFF', 'hs_code', hs],
    ['GOODS DESCRIPTION', 'product_description', goods],
    ['CUSTOMS VALUE', 'total_value', times(129.1)],
    ['CURRENCY', '-|currency', codes],
    ['VALUE USD', 'total_value_usd', (row) => String(usd(row))],
    ['QUANTITY', 'quantity', quantity],
  ]),
  file('kenya_imports_2025_04.csv', { ...KENYA, currency: 'CURRENCY' }, [
    ['ENTRY DATE', 'record_date', iso],
    ['TARIFF', 'hs_code', hs],
    ['GOODS DESCRIPTION', 'product_description', goods],
    ['INVOICE AMOUNT', 'total_value', inOwn],
    ['CURRENCY', 'currency', codes],
    ['FOB VALUE USD', '-|total_value_usd', () => '0.00'],
    ['CIF VALUE USD', 'total_value_usd|total_value_cif_usd', (row) => String(usd(row))],
    ['QTY', 'quantity', quantity],
    ['QUANTITY', '-', () => ''],
  ]),
  file('uganda imports.csv', { country: 'UGA', trade: 'IMPORT' }, [
    ['REG DATE', 'record_date', iso],
    ['HS CODE', 'hs_code', hs],
    ['DESCRIPTION', 'product_description', goods],
    ['COUNTRY', 'origin_country', () => 'CHINA'],
    ['TOTAL VALUE', 'total_value', times(3700)],
    ['NET WT KG', 'net_weight', quantity],
  ]),
  file('declarations.csv', { trade: 'IMPORT', country: 'CHL' }, [
    ['Fecha de aceptación', 'record_date', slashed],
    ['Importador', 'importer_name', company('LTDA')],
    ['Partida arancelaria', 'hs_code', hs],
    ['Descripción', 'product_description', goods],
    ['País de origen', 'origin_country', pick('CHINA', 'ALEMANIA', 'ITALIA')],
    ['Cantidad', 'quantity', quantity],
    ['Unidad de medida', 'unit', pick('KG', 'UN')],
    ['Valor FOB US$', 'total_value_usd', (row) => String(usd(row))],
    ['Valor aduana moneda nacional', '-|total_value', times(930)],
  ]),
  file('import-zeros.csv', { trade: 'IMPORT' }, [
    ['IMP DATE', 'record_date', iso],
    ['HS CODE', 'hs_code', pick('85171300', '3061720', '9011100', '69072100')],
    ['DESCRIPTION', 'product_description', goods],
    ['QTY', 'quantity', quantity],
    ['VALUE USD', 'total_value_usd', (row) => String(usd(row))],
  ]),
  file('tanzania imports by month.csv', { country: 'TZA', trade: 'IMPORT', dateFormat: 'DD/MM/YYYY' }, [
    ['PERIOD DATE', 'record_date', (row) => `01/${String((row % 12) + 1).padStart(2, '0')}/2025`],
    ['HS CODE', 'hs_code', hs],
    ['QTY', 'quantity', quantity],
    ['VALUE USD', 'total_value_usd', (row) => String(usd(row))],
    ['VALUE USD (2)', '-', (row) => String(usd(row) + 5)],
  ]),
  file('trade-2025.csv', { country: 'GHA' }, [
    ['DATE', 'record_date', iso],
    ['TYPE OF TRADE', '-', pick('Import', 'Export', 'Import')],
    ['HS CODE', 'hs_code', hs],
    ['DESCRIPTION', 'product_description', goods],
    ['QTY', 'quantity', quantity],
    ['VALUE USD', 'total_value_usd', (row) => String(usd(row))],
  ]),
  file('россия импорт 2025.csv', { country: 'RUS', trade: 'IMPORT' }, [
    ['Дата', 'record_date', (row) => `${day(row)}.03.2025`],
    ['Получатель', 'importer_name', company('OOO')],
    ['Отправитель', 'exporter_name', company('GMBH')],
    ['Код ТН ВЭД', 'hs_code', pick('8517130000', '6907210000')],
    ['Описание товара', 'product_description', goods],
    ['Страна происхождения', 'origin_country', pick('CHINA', 'GERMANY')],
    ['Вес нетто', 'net_weight', quantity],
    ['Статистическая стоимость USD', 'total_value_usd', (row) => String(usd(row))],
  ]),
  file('china-export.xlsx', { country: 'CHN', trade: 'EXPORT' }, [
    ['出口日期', 'record_date', iso],
    ['发货人', 'exporter_name', company('CO LTD')],
    ['商品编码', 'hs_code', pick('8517130000', '6907210000')],
    ['商品名称', 'product_description', goods],
    ['目的国', 'destination_country', countries],
    ['数量', 'quantity', quantity],
    ['计量单位', 'unit', pick('KGS', 'PCS')],
    ['总价(美元)', 'total_value_usd', (row) => String(usd(row))],
  ]),
  file('Egypt imports.csv', { country: 'EGY', trade: 'IMPORT' }, [
    ['تاريخ البيان الجمركي', 'record_date', iso],
    ['اسم المستورد', 'importer_name', company('CO')],
    ['البند الجمركي', 'hs_code', hs],
    ['وصف البضاعة', 'product_description', goods],
    ['بلد المنشأ', 'origin_country', countries],
    ['الكمية', 'quantity', quantity],
    ['القيمة بالدولار', 'total_value_usd', (row) => String(usd(row))],
  ]),
  file('Thailand export.csv', { country: 'THA', trade: 'EXPORT' }, [
    ['วันที่ส่งออก', 'record_date', iso],
    ['ผู้ส่งออก', 'exporter_name', company('CO LTD')],
    ['พิกัดศุลกากร', 'hs_code', hs],
    ['รายละเอียดสินค้า', 'product_description', goods],
    ['ประเทศปลายทาง', 'destination_country', countries],
    ['ปริมาณ', 'quantity', quantity],
    ['มูลค่า USD', 'total_value_usd', (row) => String(usd(row))],
  ]),
  file('ithalat türkiye.csv', { country: 'TUR', trade: 'IMPORT' }, [
    ['Tescil tarihi', 'record_date', (row) => `${day(row)}.03.2025`],
    ['İthalatçı', 'importer_name', company('AS')],
    ['GTİP', 'hs_code', pick('851713000000', '690721000000')],
    ['Eşya tanımı', 'product_description', goods],
    ['Menşe ülke', 'origin_country', countries],
    ['Miktar', 'quantity', quantity],
    ['Birim', 'unit', pick('KG', 'ADET')],
    ['Fatura tutarı', 'total_value', own],
    ['Döviz', 'currency', codes],
    ['İstatistiki kıymet USD', 'total_value_usd', (row) => String(usd(row))],
  ]),
  file("cote d'ivoire importations.csv", { country: 'CIV', trade: 'IMPORT', currency: 'XOF' }, [
    ["Date d'enregistrement", 'record_date', slashed],
    ['Importateur', 'importer_name', company('SARL')],
    ['Position tarifaire', 'hs_code', hs],
    ['Désignation des marchandises', 'product_description', goods],
    ["Pays d'origine", 'origin_country', pick('CHINE', 'FRANCE')],
    ['Poids net', 'net_weight', quantity],
    ['Valeur CAF FCFA', 'total_value|total_value_cif', times(605)],
    ['Droits et taxes', '-|tax_amount|duty', times(60)],
  ]),
  file('ghana sad imports.csv', { country: 'GHA', trade: 'IMPORT' }, [
    ['Registration date', 'record_date', iso],
    ['Box 33 Commodity code', 'hs_code', hs],
    ['Box 31 Goods description', 'product_description', goods],
    ['Box 8 Consignee', 'importer_name', company('LTD')],
    ['Box 2 Exporter', 'exporter_name', company('INC')],
    ['Box 34 Country of origin code', 'origin_country', pick('CN', 'IT')],
    ['Box 35 Gross mass', 'gross_weight', quantity],
    ['Box 38 Net mass', 'net_weight', quantity],
    ['Box 37 Procedure', '-', pick('4000', '4071')],
    ['Box 22 Invoice amount', 'total_value', inOwn],
    ['Box 22 Invoice currency', 'currency', codes],
    ['Box 46 Statistical value', '-', times(15)],
  ]),
  file('bangladesh imports.csv', { country: 'BGD', trade: 'IMPORT' }, [
    ['REG DATE', 'record_date', iso],
    ['REGIME', '-', pick('IM4', 'IM7')],
    ['OFFICE CODE', 'clearing_office|-', pick('301', '102')],
    ['CONSIGNEE NAME', 'importer_name', company('LTD')],
    ['HS CODE', 'hs_code', hs],
    ['COMMERCIAL DESCRIPTION', 'product_description', goods],
    ['SUPPLEMENTARY UNIT QUANTITY', 'std_quantity|-|quantity', quantity],
    ['NET MASS', 'net_weight', quantity],
    ['ASSESSED VALUE BDT', 'total_value_bdt|total_value', times(118)],
  ]),
  file('peru importaciones.csv', { country: 'PER', trade: 'IMPORT' }, [
    ['FECHA NUMERACION', 'record_date', slashed],
    ['RAZON SOCIAL IMPORTADOR', 'importer_name', company('SAC')],
    ['SUBPARTIDA NACIONAL', 'hs_code', pick('8517130000', '6907210000')],
    ['DESCRIPCION COMERCIAL', 'product_description', goods],
    ['PAIS ORIGEN', 'origin_country', pick('CHINA', 'ITALIA')],
    ['PESO NETO KG', 'net_weight', quantity],
    ['CANTIDAD', 'quantity', quantity],
    ['VALOR FOB DOLARES', 'total_value_usd', (row) => String(usd(row))],
    ['FLETE DOLARES', 'freight_value_usd', (row) => String(usd(row) / 20)],
    ['SEGURO DOLARES', 'insurance_value_usd', (row) => String(usd(row) / 100)],
  ]),
  file('moçambique exportacao.csv', { country: 'MOZ', trade: 'EXPORT' }, [
    ['Data da declaração', 'record_date', slashed],
    ['Exportador', 'exporter_name', company('LDA')],
    ['Código pautal', 'hs_code', hs],
    ['Descrição da mercadoria', 'product_description', goods],
    ['País de destino', 'destination_country', pick('PORTUGAL', 'CHINA')],
    ['Peso líquido', 'net_weight', quantity],
    ['Quantidade', 'quantity', quantity],
    ['Valor aduaneiro em meticais', 'total_value', times(63.9)],
  ]),
];
