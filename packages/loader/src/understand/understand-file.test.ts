/** Files that nobody described: hand-made headers and values, none of a real source. */
import { describe, expect, it } from 'vitest';
import { type FileSample, understandFile } from './understand-file.js';

const understand = (header: string, rows: string[][] = [], more: Partial<FileSample> = {}) =>
  understandFile({ header: header.split('|'), rows, fileName: 'file.csv', ...more });

/** What each source column fills, in their order; `-` for none. */
const targets = (header: string, rows: string[][] = [], more: Partial<FileSample> = {}) =>
  understand(header, rows, more).columns.map(({ target }) => target ?? '-');

const IMPORT = { tradeType: 'IMPORT' } as const;
const EXPORT = { tradeType: 'EXPORT' } as const;

describe('a main column whose values are not what its name says', () => {
  const header = 'Date|HS Code|Description|Qty|CIF value USD';
  const asked = (qty: string, value: string) =>
    understand(header, [['2025-03-13', '851713', 'Telephones', qty, value]], { ...IMPORT, country: 'KEN' }).unclear;

  it('is asked about, since a load without it would look as if the file had none', () => {
    expect(asked('5', '1234.50')).toEqual([]);
    expect(asked('5', 'about 1,234.50')).toEqual([
      '"CIF value USD" may be total_value_usd: its name says so; its values are no numbers, as in about 1,234.50',
    ]);
    expect(asked('A5', '1234.50')).toEqual([
      '"Qty" may be quantity: its name says so; its values are no numbers, as in A5',
    ]);
  });

  it('is not where another column is that', () => {
    const { unclear, mapping } = understand(
      `${header}|FOB value USD`,
      [['2025-03-13', '851713', 'Telephones', '5', 'about 9', '1234.50']],
      { ...IMPORT, country: 'KEN' },
    );
    expect([unclear, mapping.columns.total_value_usd]).toEqual([[], { from: 'FOB value USD' }]);
  });
});

describe('amounts that are more than numbers', () => {
  const ofValues = (values: string[], name = 'CIF value USD') =>
    understand(
      `Date|HS Code|Description|Qty|${name}`,
      values.map((value) => ['2025-03-13', '851713', 'Telephones', '5', value]),
      { ...IMPORT, country: 'KEN' },
    );

  it.each([
    [['$ 1,234.50', '$7.25'], { signs: ['$'] }, { decimalPoint: '.', thousands: ',' }],
    [['US$ 1.234,50', '7,25'], { signs: ['US$'] }, { decimalPoint: ',', thousands: '.' }],
    [['1,234.50 usd', '7.25 USD'], { signs: ['USD'] }, { decimalPoint: '.', thousands: ',' }],
    [['(1,234.50)', '7.25'], { negative: 'in-parentheses' }, { decimalPoint: '.', thousands: ',' }],
    [['($ 1,234.50)', '$7.25'], { signs: ['$'], negative: 'in-parentheses' }, { decimalPoint: '.', thousands: ',' }],
    [['1,234.50-', '7.25'], { negative: 'minus-behind' }, { decimalPoint: '.', thousands: ',' }],
    [['Rs.500', 'Rs.1,234.50'], { signs: ['RS.'] }, { decimalPoint: '.', thousands: ',' }],
  ])('%j are read as they are written', (values, writing, notation) => {
    const { mapping, unclear } = ofValues(values);
    expect(mapping).toMatchObject(notation);
    expect([unclear, mapping.columns.total_value_usd]).toEqual([[], { from: 'CIF value USD', ...writing }]);
  });

  it('are in the currency of their sign, where no column says one', () => {
    const { mapping, unclear } = ofValues(['€ 5.50', '€ 7'], 'CIF value');
    expect([unclear, mapping.columns.currency]).toEqual([[], { constant: 'EUR' }]);
    // Dollars are of many countries.
    expect(ofValues(['$ 5', '$ 7'], 'CIF value').mapping.columns.currency).toBeUndefined();
    expect(ofValues(['€ 5', '€ 7']).unclear).toEqual([
      '"CIF value USD" may be total_value_usd: its name says so; its values are in EUR, as in € 5',
    ]);
  });

  it('are asked about where their sign is of another currency than the row or the name says', () => {
    const ofCurrency = (currency: string) =>
      understand('Date|HS Code|Description|Value|Currency', [['2025-03-13', '851713', 'Telephones', '€ 5', currency]], {
        ...{ ...IMPORT, country: 'KEN' },
      }).unclear;
    expect(ofCurrency('EUR')).toEqual([]);
    expect(ofCurrency('USD')).toEqual(['"Value" has EUR beside its numbers, but "Currency" says USD']);
    expect(ofValues(['US$ 5', 'US$ 7'], 'CIF value EUR').unclear).toEqual([
      '"CIF value EUR" has USD beside its numbers, but its name says EUR',
    ]);
  });

  it('are asked about where they have several signs, or one that nobody knows', () => {
    for (const values of [
      ['$ 5', '€ 7'],
      ['(5)', '7-'],
      ['about 5', 'about 7'],
      ['5 x 3', '4 x 2'],
      ['5)', '(7'],
    ]) {
      expect(ofValues(values).unclear).toHaveLength(1);
    }
  });

  it('have the unit that stands beside them, where no column says one', () => {
    const header = 'Date|HS Code|Description|Qty';
    const row = ['2025-03-13', '851713', 'Telephones', '1,200.5 KGS'];
    const { mapping, unclear } = understand(header, [row], { ...IMPORT, country: 'KEN' });
    expect(unclear).toEqual([]);
    expect(mapping.columns).toMatchObject({ quantity: { from: 'Qty', signs: ['KGS'] }, unit: { constant: 'KGS' } });
  });
});

describe('a column by its name', () => {
  it.each([
    [
      'English',
      'Date|Importer|Supplier|HS Code|Goods description|Qty|UoM|Country of origin|Net weight (kg)|FOB value USD',
    ],
    [
      'Spanish',
      'Fecha|Importador|Proveedor|Partida arancelaria|Descripción comercial|Cantidad|Unidad de medida|País de origen|Peso neto kg|Valor FOB US$',
    ],
    [
      'Portuguese',
      'Data|Importador|Exportador|NCM|Descrição da mercadoria|Quantidade|Unidade|País de origem|Peso líquido (kg)|Valor FOB US$',
    ],
    [
      'French',
      "Date d'enregistrement|Importateur|Fournisseur|Position tarifaire|Désignation|Quantité|Unité|Pays d'origine|Poids net|Valeur FOB USD",
    ],
    [
      'Russian',
      'Дата|Получатель|Отправитель|Код ТН ВЭД|Описание товара|Количество|Ед. изм.|Страна происхождения|Вес нетто|Статистическая стоимость USD',
    ],
    [
      'transliterated Russian',
      'Data|Poluchatel|Otpravitel|TNVED|Opisanie|Kolichestvo|Ed izm|Strana proiskhozhdeniya|Ves netto|Stoimost USD',
    ],
    ['Turkish', 'Tescil tarihi|İthalatçı adı|Satıcı|GTİP|Eşya tanımı|Miktar|Birim|Menşe ülke|Net ağırlık|Kıymet USD'],
    [
      'Indonesian',
      'Tanggal|Nama importir|Nama pemasok|Kode HS|Uraian barang|Jumlah|Satuan|Negara asal|Berat bersih|Nilai FOB USD',
    ],
    [
      'Vietnamese',
      'Ngày đăng ký|Nhà nhập khẩu|Nhà xuất khẩu|Mã HS|Mô tả hàng|Số lượng|Đơn vị tính|Nước xuất xứ|Trọng lượng tịnh|Trị giá USD',
    ],
    [
      'German',
      'Datum|Empfänger|Versender|Warennummer|Warenbezeichnung|Menge|Einheit|Ursprungsland|Eigenmasse|Wert USD',
    ],
    [
      'Cyrillic Russian',
      'Дата|Получатель|Отправитель|ТНВЭД|Описание|Количество|Ед. изм.|Страна происхождения|Вес нетто|Стоимость USD',
    ],
    ['Chinese', '进口日期|进口商|供应商|商品编码|商品描述|数量|计量单位|原产国|净重|总价(美元)'],
    ['Chinese in its other writing', '進口日期|進口商|供應商|稅則號別|貨品描述|數量|單位|原產國|淨重|總價(美元)'],
    ['Japanese', '輸入日|輸入者|売手|税番|品名|数量|単位|原産国|正味重量|価格(ドル)'],
    ['Korean', '수입일자|수입자|공급자|세번부호|품명|수량|단위|원산지국가|순중량|금액(달러)'],
    ['Thai', 'วันที่นำเข้า|ผู้นำเข้า|ผู้ขาย|พิกัดศุลกากร|รายละเอียดสินค้า|ปริมาณ|หน่วย|ประเทศกำเนิด|น้ำหนักสุทธิ|มูลค่า USD'],
    [
      'Arabic',
      'تاريخ الاستيراد|اسم المستورد|المورد|البند الجمركي|وصف البضاعة|الكمية|الوحدة|بلد المنشأ|الوزن الصافي|القيمة بالدولار',
    ],
    [
      'words without gaps',
      'IMPDATE|IMPORTERNAME|SUPPLIERNAME|HSCODE|GOODSDESCRIPTION|TOTALQUANTITY|QUANTITYUNIT|COUNTRYOFORIGIN|NETWEIGHTKG|TOTALVALUEUSD',
    ],
    [
      'misspelt and cut-off words',
      'DATE|IMPORTRE NAME|SUPPLER NAME|HS CODE|PRODUCT DESCRIPTON|QUANTTIY|UNIT|ORIGIN COUNTRY|NET WEIGTH|TOTAL VALUE USD',
    ],
  ])('is understood in %s', (_, header) => {
    expect(targets(header, [], IMPORT)).toEqual([
      'record_date',
      'importer_name',
      'exporter_name',
      'hs_code',
      'product_description',
      'quantity',
      'unit',
      'origin_country',
      'net_weight',
      'total_value_usd',
    ]);
  });

  it('is the party at the other end, in imports and in exports', () => {
    expect(targets('IMPORTER|SUPPLIER|SUPPLIER_ADDRESS', [], IMPORT)).toEqual([
      'importer_name',
      'exporter_name',
      'exporter_address',
    ]);
    expect(targets('EXPORTER|BUYER|BUYER_ADDRESS', [], EXPORT)).toEqual([
      'exporter_name',
      'importer_name',
      'importer_address',
    ]);
  });

  it('is the port at home or abroad, by the trade type', () => {
    expect(targets('PORT|FOREIGN PORT', [], IMPORT)).toEqual(['destination_port', 'origin_port']);
    expect(targets('PORT|FOREIGN PORT', [], EXPORT)).toEqual(['origin_port', 'destination_port']);
  });

  it('is left out where another word changes what it says', () => {
    expect(
      targets('IMPORTER_TIN|IMPORTER_EMAIL|%TOTALVALUE|HS_CODE_2|RECORD_ID|VALUE_DATE_STATUS', [], IMPORT),
    ).toEqual(Array(6).fill('-'));
  });

  it('is the one in English where it stands there twice', () => {
    expect(targets('EXPORTER_NAME|EXPORTER_NAME_EN|EXPORTER_NAME_VN', [], EXPORT)).toEqual(['-', 'exporter_name', '-']);
  });

  it('tells apart values by their delivery and their currency', () => {
    expect(targets('FOB_USD|CIF_USD|FREIGHT_USD|INSURANCE|FOB|CIF|CURRENCY', [], IMPORT)).toEqual([
      'total_value_usd',
      'total_value_cif_usd',
      'freight_value_usd',
      'insurance_value',
      'total_value',
      'total_value_cif',
      'currency',
    ]);
    expect(targets('CIF_USD|CIF_UNIT_USD', [], IMPORT)).toEqual(['total_value_usd', 'unit_price_usd']);
    expect(targets('FOB_USD|CIF_USD', [], EXPORT)).toEqual(['total_value_usd', 'cif_value_usd']);
  });

  it('takes the currency and the unit from the name', () => {
    const { mapping } = understand('TOTAL VALUE MYR|NET_WEIGHT_KG', [], EXPORT);
    expect(mapping.columns).toMatchObject({ currency: { constant: 'MYR' }, net_weight_unit: { constant: 'KGS' } });
    expect(targets('TOTAL_VALUE_PKR', [], { ...IMPORT, country: 'PAK' })).toEqual(['total_value_pkr']);
  });

  it('goes with the currency that it is in', () => {
    expect(targets('CUSTOMS VALUE|INVOICE AMOUNT|INVOICE CURRENCY', [], IMPORT)).toEqual([
      '-',
      'total_value',
      'currency',
    ]);
    const { mapping } = understand('VALUE_INR|INVOICE_CURRENCY', [], { ...IMPORT, country: 'IND' });
    expect(mapping.columns.currency).toEqual({ constant: 'INR' });
  });

  it('joins the parts of one text', () => {
    const { mapping } = understand('CONSIGNEE_ADDRESS_1|CONSIGNEE_ADDRESS_2|CONSIGNEE_ADDRESS_3', [], IMPORT);
    expect(mapping.columns.importer_address).toEqual({
      from: ['CONSIGNEE_ADDRESS_1', 'CONSIGNEE_ADDRESS_2', 'CONSIGNEE_ADDRESS_3'],
    });
  });

  it('reads the date from a year and a month', () => {
    const { mapping, columns, unclear } = understand('CO_ANO|CO_MES|CO_NCM|VL_FOB', [], { ...EXPORT, country: 'BRA' });
    expect(unclear).toEqual([]);
    expect(mapping.columns.record_date).toEqual({ year: 'CO_ANO', month: 'CO_MES' });
    expect(columns.slice(0, 2).map(({ target }) => target)).toEqual(['record_date', 'record_date']);
  });

  it("has a format of its own for dates that are written otherwise than the records' own", () => {
    const { mapping } = understand('IMP DATE|MANIFEST DATE', [['2025-03-13', '13.03.2025']]);
    expect(mapping.columns.menifest_date).toEqual({ from: 'MANIFEST DATE', dateFormat: 'DD.MM.YYYY' });
    expect(mapping.columns.record_date).toEqual({ from: 'IMP DATE' });
  });

  it('takes what only India reports in files of India only', () => {
    expect(targets('IEC|CHA NAME|BE NO', [], { ...IMPORT, country: 'IND' })).toEqual(['iec', 'cha_name', 'beno']);
    expect(targets('IEC|CHA NAME|BE NO', [], { ...IMPORT, country: 'KEN' })).toEqual(['-', 'clearing_agent', '-']);
  });

  it('says why, how sure and with what examples', () => {
    const { columns } = understand('HS CODE|ZZTOP', [
      ['85171300', 'x'],
      ['69072100', 'y'],
      ['', 'z'],
      ['85171300', 'w'],
    ]);
    expect(columns[0]).toMatchObject({ target: 'hs_code', examples: ['85171300', '69072100'] });
    expect(columns[0]?.reason).toBe('its name says so; its values are HS codes');
    expect(columns[0]?.confidence).toBeGreaterThan(0.9);
    expect(columns[1]).toMatchObject({ target: null, examples: ['x', 'y', 'z'] });
  });
});
