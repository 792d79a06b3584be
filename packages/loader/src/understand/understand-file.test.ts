/** Files that nobody described: hand-made headers and values, none of a real source. */
import { describe, expect, it } from 'vitest';
import { type FileSample, understandFile } from './understand-file.js';

const understand = (header: string, rows: string[][] = [], more: Partial<FileSample> = {}) =>
  understandFile({ header: header.split('|'), rows, fileName: 'file.csv', ...more });

const IMPORT = { tradeType: 'IMPORT' } as const;
const EXPORT = { tradeType: 'EXPORT' } as const;
const KENYA = { ...IMPORT, country: 'KEN' };

/** What is understood of a file of telephones with the cells of further columns. */
const telephones = (columns: string, ...rows: string[][]) =>
  understand(
    `Date|HS Code|Description|${columns}`,
    rows.map((cells) => ['2025-03-13', '851713', 'Telephones', ...cells]),
    KENYA,
  );

it.each([
  ['5', '1234.50', []],
  ['5', 'about 1,234.50', ['"CIF value USD" may be total_value_usd']],
  ['A5', '1234.50', ['"Qty" may be quantity']],
])('a main column whose values are not what its name says is asked about: %s, %s', (qty, value, asked) => {
  const last = value === '1234.50' ? qty : value;
  expect(telephones('Qty|CIF value USD', [qty, value]).unclear).toEqual(
    asked.map((text) => `${text}: its name says so; its values are no numbers, as in ${last}`),
  );
});

it('such a column is not asked about where another column is that', () => {
  const { unclear, mapping } = telephones('Qty|CIF value USD|FOB value USD', ['5', 'about 9', '1234.50']);
  expect([unclear, mapping.columns.total_value_usd]).toEqual([[], { from: 'FOB value USD' }]);
});

describe('amounts that are more than numbers', () => {
  const ofValues = (values: string[], name = 'CIF value USD') =>
    telephones(`Qty|${name}`, ...values.map((value) => ['5', value]));
  const points = { decimalPoint: '.', thousands: ',' };

  it.each([
    [['$ 1,234.50', '$7.25'], { signs: ['$'] }, points],
    [['US$ 1.234,50', '7,25'], { signs: ['US$'] }, { decimalPoint: ',', thousands: '.' }],
    [['1,234.50 usd', '7.25 USD'], { signs: ['USD'] }, points],
    [['(1,234.50)', '7.25'], { negative: 'in-parentheses' }, points],
    [['($ 1,234.50)', '$7.25'], { signs: ['$'], negative: 'in-parentheses' }, points],
    [['1,234.50-', '7.25'], { negative: 'minus-behind' }, points],
    [['Rs.500', 'Rs.1,234.50'], { signs: ['RS.'] }, points],
  ])('%j are read as they are written', (values, writing, notation) => {
    const { mapping, unclear } = ofValues(values);
    expect(mapping).toMatchObject(notation);
    expect([unclear, mapping.columns.total_value_usd]).toEqual([[], { from: 'CIF value USD', ...writing }]);
  });

  it('are in the currency of their sign, where no column says one', () => {
    const { mapping, unclear } = ofValues(['€ 5.50', '€ 7'], 'CIF value');
    expect([unclear, mapping.columns.currency]).toEqual([[], { constant: 'EUR' }]);
    // Dollars are of many countries.
    expect(ofValues(['$ 5', '$ 7'], 'CIF value').unclear).toHaveLength(1);
    expect(ofValues(['€ 5', '€ 7']).unclear).toEqual([
      '"CIF value USD" may be total_value_usd: its name says so; its values are in EUR, as in € 5',
    ]);
  });

  it('are asked about where their sign is of another currency than the row or the name says', () => {
    const ofCurrency = (currency: string) => telephones('Value|Currency', ['€ 5', currency]).unclear;
    expect(ofCurrency('EUR')).toEqual([]);
    expect(ofCurrency('USD')).toEqual(['"Value" has EUR beside its numbers, but "Currency" says USD']);
    const named = ofValues(['US$ 5', 'US$ 7'], 'CIF value EUR').unclear;
    expect(named).toEqual(['"CIF value EUR" has USD beside its numbers, but its name says EUR']);
  });

  it.each([[['$ 5', '€ 7']], [['(5)', '7-']], [['about 5', 'about 7']], [['5 x 3', '4 x 2']], [['5)', '(7']]])(
    'are asked about where they have several signs, or one that nobody knows: %s',
    (values) => expect(ofValues(values).unclear).toHaveLength(1),
  );

  it('have the unit that stands beside them, where no column says one', () => {
    const { mapping, unclear } = telephones('Qty', ['1,200.5 KGS']);
    expect(unclear).toEqual([]);
    expect(mapping.columns).toMatchObject({ quantity: { from: 'Qty', signs: ['KGS'] }, unit: { constant: 'KGS' } });
  });
});

/** The same ten columns in many languages. */
const LANGUAGES = `
English: Date|Importer|Supplier|HS Code|Goods description|Qty|UoM|Country of origin|Net weight (kg)|FOB value USD
Spanish: Fecha|Importador|Proveedor|Partida arancelaria|Descripción comercial|Cantidad|Unidad de medida|País de origen|Peso neto kg|Valor FOB US$
Portuguese: Data|Importador|Exportador|NCM|Descrição da mercadoria|Quantidade|Unidade|País de origem|Peso líquido (kg)|Valor FOB US$
French: Date d'enregistrement|Importateur|Fournisseur|Position tarifaire|Désignation|Quantité|Unité|Pays d'origine|Poids net|Valeur FOB USD
Russian: Дата|Получатель|Отправитель|Код ТН ВЭД|Описание товара|Количество|Ед. изм.|Страна происхождения|Вес нетто|Статистическая стоимость USD
transliterated Russian: Data|Poluchatel|Otpravitel|TNVED|Opisanie|Kolichestvo|Ed izm|Strana proiskhozhdeniya|Ves netto|Stoimost USD
shorter Russian: Дата|Получатель|Отправитель|ТНВЭД|Описание|Количество|Ед. изм.|Страна происхождения|Вес нетто|Стоимость USD
Turkish: Tescil tarihi|İthalatçı adı|Satıcı|GTİP|Eşya tanımı|Miktar|Birim|Menşe ülke|Net ağırlık|Kıymet USD
Indonesian: Tanggal|Nama importir|Nama pemasok|Kode HS|Uraian barang|Jumlah|Satuan|Negara asal|Berat bersih|Nilai FOB USD
Vietnamese: Ngày đăng ký|Nhà nhập khẩu|Nhà xuất khẩu|Mã HS|Mô tả hàng|Số lượng|Đơn vị tính|Nước xuất xứ|Trọng lượng tịnh|Trị giá USD
German: Datum|Empfänger|Versender|Warennummer|Warenbezeichnung|Menge|Einheit|Ursprungsland|Eigenmasse|Wert USD
Chinese: 进口日期|进口商|供应商|商品编码|商品描述|数量|计量单位|原产国|净重|总价(美元)
Chinese in its other writing: 進口日期|進口商|供應商|稅則號別|貨品描述|數量|單位|原產國|淨重|總價(美元)
Japanese: 輸入日|輸入者|売手|税番|品名|数量|単位|原産国|正味重量|価格(ドル)
Korean: 수입일자|수입자|공급자|세번부호|품명|수량|단위|원산지국가|순중량|금액(달러)
Thai: วันที่นำเข้า|ผู้นำเข้า|ผู้ขาย|พิกัดศุลกากร|รายละเอียดสินค้า|ปริมาณ|หน่วย|ประเทศกำเนิด|น้ำหนักสุทธิ|มูลค่า USD
Arabic: تاريخ الاستيراد|اسم المستورد|المورد|البند الجمركي|وصف البضاعة|الكمية|الوحدة|بلد المنشأ|الوزن الصافي|القيمة بالدولار
words without gaps: IMPDATE|IMPORTERNAME|SUPPLIERNAME|HSCODE|GOODSDESCRIPTION|TOTALQUANTITY|QUANTITYUNIT|COUNTRYOFORIGIN|NETWEIGHTKG|TOTALVALUEUSD
misspelt and cut-off words: DATE|IMPORTRE NAME|SUPPLER NAME|HS CODE|PRODUCT DESCRIPTON|QUANTTIY|UNIT|ORIGIN COUNTRY|NET WEIGTH|TOTAL VALUE USD
`;

describe('a column by its name', () => {
  /** What each source column fills, in their order; `-` for none. */
  const targets = (header: string, more: Partial<FileSample>) =>
    understand(header, [], more).columns.map(({ target }) => target ?? '-');

  it.each(
    LANGUAGES.trim()
      .split('\n')
      .map((line) => line.split(': ')),
  )('is understood in %s', (_, header = '') => {
    expect(targets(header, IMPORT)).toEqual([
      ...['record_date', 'importer_name', 'exporter_name', 'hs_code', 'product_description'],
      ...['quantity', 'unit', 'origin_country', 'net_weight', 'total_value_usd'],
    ]);
  });

  it.each<[string, Partial<FileSample>, string, string]>([
    [
      'the party at the other end, in imports',
      IMPORT,
      'IMPORTER|SUPPLIER|SUPPLIER_ADDRESS',
      'importer_name exporter_name exporter_address',
    ],
    ['and in exports', EXPORT, 'EXPORTER|BUYER|BUYER_ADDRESS', 'exporter_name importer_name importer_address'],
    ['the port at home or abroad, by the trade type', IMPORT, 'PORT|FOREIGN PORT', 'destination_port origin_port'],
    ['of exports the other way round', EXPORT, 'PORT|FOREIGN PORT', 'origin_port destination_port'],
    [
      'left out where another word changes what it says',
      IMPORT,
      'IMPORTER_CITY|IMPORTER_EMAIL|%TOTALVALUE|HS_CODE_2|RECORD_ID|VALUE_DATE_STATUS',
      '- - - - - -',
    ],
    [
      'the official number of a party, by whatever it is called',
      IMPORT,
      'IMPORTER_TIN|NIT del exportador|AGENT RUC|BUYER_UUID|ID',
      'importer_tax_id exporter_tax_id - - -',
    ],
    [
      'the total of the invoice, which its currency goes with',
      EXPORT,
      'TOTAL PRICE_INV_FC|CURRENCY|FOB_INR|FOB USD',
      'total_value currency - total_value_usd',
    ],
    [
      'the value with freight that a name says in two ways',
      IMPORT,
      'FOB_VALUE_IN_USD|CNF_CIF_IN_USD',
      'total_value_usd total_value_cif_usd',
    ],
    ['house bills and master bills apart', IMPORT, 'MBL NO|HBL NO', 'bl_number house_bl_number'],
    ['in words, too', IMPORT, 'Master Bill of Lading|House Bill of Lading', 'bl_number house_bl_number'],
    ['of flights', EXPORT, 'MAWB|HAWB', 'bl_number house_bl_number'],
    ['the one in English', EXPORT, 'EXPORTER_NAME|EXPORTER_NAME_EN|EXPORTER_NAME_VN', '- exporter_name -'],
    [
      'told apart by delivery and currency',
      IMPORT,
      'FOB_USD|CIF_USD|FREIGHT_USD|INSURANCE|FOB|CIF|CURRENCY',
      'total_value_usd total_value_cif_usd freight_value_usd insurance_value total_value total_value_cif currency',
    ],
    ['a value, or one of a unit', IMPORT, 'CIF_USD|CIF_UNIT_USD', 'total_value_usd unit_price_usd'],
    ['the value of exports, without freight', EXPORT, 'FOB_USD|CIF_USD', 'total_value_usd cif_value_usd'],
    ['a value in the money of its country', { ...IMPORT, country: 'PAK' }, 'TOTAL_VALUE_PKR', 'total_value_pkr'],
    [
      'what goes with the currency that it is in',
      IMPORT,
      'CUSTOMS VALUE|INVOICE AMOUNT|INVOICE CURRENCY',
      '- total_value currency',
    ],
    ['what only India reports', { ...IMPORT, country: 'IND' }, 'IEC|CHA NAME|BE NO', 'iec cha_name beno'],
    ['none of India elsewhere', KENYA, 'IEC|CHA NAME|BE NO', '- clearing_agent -'],
  ])('is %s', (_, more, header, expected) => {
    expect(targets(header, more).join(' ')).toBe(expected);
  });

  it('takes the currency and the unit from the name', () => {
    const { mapping } = understand('TOTAL VALUE MYR|NET_WEIGHT_KG', [], EXPORT);
    expect(mapping.columns).toMatchObject({ currency: { constant: 'MYR' }, net_weight_unit: { constant: 'KGS' } });
    const india = understand('VALUE_INR|INVOICE_CURRENCY', [], { ...IMPORT, country: 'IND' });
    expect(india.mapping.columns.currency).toEqual({ constant: 'INR' });
  });

  it('joins the parts of one text', () => {
    const parts = [1, 2, 3].map((part) => `CONSIGNEE_ADDRESS_${part}`);
    expect(understand(parts.join('|'), [], IMPORT).mapping.columns.importer_address).toEqual({ from: parts });
  });

  it('reads the date from a year and a month', () => {
    const { mapping, columns, unclear } = understand('CO_ANO|CO_MES|CO_NCM|VL_FOB', [], { ...EXPORT, country: 'BRA' });
    expect(unclear).toEqual([]);
    expect(mapping.columns.record_date).toEqual({ year: 'CO_ANO', month: 'CO_MES' });
    expect(columns.slice(0, 2).map(({ target }) => target)).toEqual(['record_date', 'record_date']);
  });

  it("has a format of its own for dates that are written otherwise than the records' own", () => {
    const { columns } = understand('IMP DATE|MANIFEST DATE', [['2025-03-13', '13.03.2025']]).mapping;
    expect(columns.menifest_date).toEqual({ from: 'MANIFEST DATE', dateFormat: 'DD.MM.YYYY' });
    expect(columns.record_date).toEqual({ from: 'IMP DATE' });
  });

  it('says why, how sure and with what examples', () => {
    const codes = ['85171300', '69072100', '', '85171300'];
    const { columns } = understand(
      'HS CODE|ZZTOP',
      codes.map((code, at) => [code, 'xyzw'[at] ?? '']),
    );
    expect(columns[0]).toMatchObject({ target: 'hs_code', examples: ['85171300', '69072100'] });
    expect(columns[0]?.reason).toBe('its name says so; its values are HS codes');
    expect(columns[0]?.confidence).toBeGreaterThan(0.9);
    expect(columns[1]).toMatchObject({ target: null, examples: ['x', 'y', 'z'] });
  });
});
