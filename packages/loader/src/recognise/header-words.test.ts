import { describe, expect, it } from 'vitest';
import { mustBeConcept } from './concepts.js';
import { readHeaders, readHeaderWords } from './header-words.js';
import { namesOfTables, readTable } from './tables.js';

const said = (headers: readonly string[]) => readHeaders(headers).map(({ concepts }) => [...concepts].sort().join(' '));

/** Headers of a file, and what each of them means. */
const ROWS_OF_HEADERS = `
Réceptionnaire|Espèce de marchandise|Devise = consignee|description product|currency
Dev.|C/V en MRU|Nom. douanière|Poids net = currency|local value|hs|net weight
適用レート|仕入金額（外貨）|仕入数量|原産地 = exchange rate|foreigncurrency invoice value|quantity|origin
Масса груза, кг|Наименование груза|Провозная плата|Страна = kilogram weight|description product|freight|country
Fjöldi kassa|Vörulýsing|Nettóþyngd = package quantity|description product|net weight
Un. Estat.|Qtde. Estat.|Moeda|Mercadoria = standard unit|quantity standard|currency|product
Bill Curr.|Bill Amount|Item Name = currency invoice|invoice value|item name
Naran Esportadór|Nasaun Destinu|Pezu Líkidu (kg) = exporter name|country destination|kilogram net weight
Tonnage humide|Tonnage sec|Essence et produit|Nom dest.|Pays dest. = gross weight|net weight|product|consignee name|country destination
M/V|Said to contain|Ocean frt|VAGST|CNEENM|CNORNM = vessel|description product|freight|vat|consignee name|name shipper
Data|Codi NC|País d'origen|Mercaderia|Quilograms|Any|Mes = date|hs|country origin|product|kilogram|year|month
Útflytari|Keypari|Móttøkuland|Tollvørunummar|Vøra|Bruttovekt (kg)|Gjaldoyra = exporter|buyer|country destination|hs|product|gross kilogram weight|currency
Mandador|Pais di origen|Codigo di tarifa|Descripcion di mercancia|Balor di factura|Pais di destino = shipper|country origin|hs|description product|invoice value|country destination
የFOB ዋጋ|የጥቅል ብዛት|የተጣራ ክብደት (ኪ.ግ)|መዳረሻ አገር = fob value|package|kilogram net weight|country destination
Idadi ya magunia|Muuzaji nje|Uzito halisi (kilo) = package|exporter|kilogram net weight
উৎপত্তির দেশ|নিট ওজন (কেজি)|আমদানিকারক = country origin|kilogram net weight|importer
수출금액(천 달러)|품목코드|국가명 = export thousand usd value|hs|country
Goods / Nature de la marchandise|Consignee / Réceptionnaire|Vessel|Packages|Container No.|Port of loading|Value / Devise = description product|consignee|vessel|package|container|loading port|currency value
Нетто, т|Номер|Опис товару = net weight|number|description product
ශුද්ධ බර (kg) / Net Weight|ගැනුම්කරු / Buyer|දිනය / Date|යයය / Seller = kilogram net weight|buyer|date|supplier
القيمة ل.س|المستورد|بلد المنشأ|الكمية = value|importer|country origin|quantity
Dalka loo dhoofiyay|Soo dejiye|Miisaanka guud (kg)|Tirada = country destination|importer|gross kilogram weight|quantity
cmdCode|cmdDesc|qty = code product|description product|quantity
`
  .trim()
  .split('\n')
  .map((row) => row.split(' = '));

/** Headers, first the one that names money, and whose money. */
const MONEY_OF_HEADERS = `
value_bd = BHD ; PRICE_LEI = RON|MDL ; VALOARE (LEI) = RON|MDL ; CIF KD = KWD ; Valor FOB (澳門元) = MOP ; Valeur FOB (F CFP) = XPF ; Valeur FOB (F CFA) = XOF ; Bojxona qiymati, so'm = UZS
Bojxona qiymati, so‘m = UZS ; Thamani FOB (Shilingi) = TZS ; የFOB ዋጋ (ብር) = ETB ; Balor CIF (Afl.) = AWG ; Value (Paʻanga) = TOP
المقابل بالجنيه السوداني = SDG ; Tilastoarvo (euroa) = EUR ; Vērtība (eiro) = EUR ; Vrednost (evrov) = EUR ; Wartość (złotych) = PLN
Стойност (лв.) = BGN ; Стойност CIF, хил. лв. = BGN ; القيمة بالدينار الأردني|بلد المنشأ|وصف البضاعة = JOD
Valeur en francs congolais|Pays|Désignation = CDF ; Value (Kuwaiti Dinars)|Country|Description = KWD
Valor en pesos colombianos|País|Descripción = COP ; Value ($NZD)|Country|Description = NZD ; Value AUD$|Country|Description = AUD
`
  .trim()
  .split(/ ; |\n/)
  .map((row) => row.split(' = '));

describe('the words of headers', () => {
  it.each([
    ['Ursprungsland', 'country origin', ['Warenbezeichnung', 'Menge', 'Rechnungsbetrag', 'Einheit']],
    ['alkuperämaa', 'country origin', ['Tavaran kuvaus', 'Bruttomassa', 'Määrä', 'Tilastoarvo']],
    ['származási ország', 'country origin', ['Megnevezés', 'Mennyiség', 'Nettó tömeg', 'Vámérték']],
    ['Земја на потекло', 'country origin', ['Опис на стока', 'Количина', 'Царинска вредност', 'Увозник']],
    ['Кол-во', 'quantity', ['Страна происхождения', 'Вес нетто', 'Код ТН ВЭД', 'Отправитель']],
    ['מדינת מקור', 'country origin', ['יבואן', 'כמות', 'משקל', 'ערך']],
    ['წარმოშობის ქვეყანა', 'country origin', ['იმპორტიორი', 'რაოდენობა', 'წონა', 'თარიღი']],
    ['원산지국가', 'country origin', ['수입자', '수량', '순중량', '품명']],
    ['最终目的国', 'country destination', ['商品名称', '数量', '净重', '美元值']],
  ])('%s is %s among words of its language', (header, means, others) => {
    expect(said([header, ...others])[0]).toBe(means);
  });

  it.each(ROWS_OF_HEADERS)('%s', (headers = '', means) => expect(said(headers.split('|')).join('|')).toBe(means));

  it.each(MONEY_OF_HEADERS)('%s is in %s', (headers = '', currency) => {
    const [value] = readHeaders(headers.split('|'));
    expect(value).toMatchObject({ currencies: [expect.stringContaining(currency ?? '')], unknown: [] });
  });

  it('mean what they mean in the language of the other ones', () => {
    const estonian = ['Kauba kirjeldus', 'Kogus', 'Päritoluriik', 'Kaubasaaja', 'Arv'];
    expect(said(estonian)[4]).toBe('quantity');
    expect(said(['Zboží', 'Množství', 'Země původu', 'Příjemce', 'Kraj'])[4]).toBe('state');
    expect(said(['Towar', 'Ilość', 'Nadawca', 'Odbiorca', 'Kraj'])[4]).toBe('country');
  });

  it('name currencies in any language, and are read in the file’s own before another’s', () => {
    const german = ['Warenbezeichnung', 'Menge', 'Rechnungsbetrag', 'Ursprungsland'];
    const [value, unit] = readHeaders(['Statistischer Wert (EUR)', 'ME', ...german]);
    expect(value?.currencies).toEqual(['EUR']);
    expect([...(unit?.concepts ?? [])]).toEqual(['unit']);
  });

  it.each([
    ['Cargo Desc.', 'cargo description'],
    ['GDS_DESC', 'description product'],
    ['Ед.', 'unit'],
    ['Jedn.', 'unit'],
    ['Ölç. Br.', 'unit'],
    ['YearMonth', 'period'],
    ['ÉvHónap', 'month year'],
    ['RokMiesiąc', 'month year'],
    ['CN8', 'hs'],
  ])('cut short or in one word: %s is %s', (header, means) => {
    expect(said([header])).toEqual([means]);
  });

  it('are the same in Armenian with the article and without', () => {
    const others = ['Արտահանող', 'Ապրանքի անվանումը', 'Քանակը'];
    expect(said(['Չափի միավորը', 'Չափի միավոր', ...others]).slice(0, 2)).toEqual(['unit', 'unit']);
    expect(said(['Վիճակագրական արժեքը', ...others])[0]).toBe('statistical value');
  });

  it('may be initials with points, and a text is no code', () => {
    expect(said(['H.S. CODE', 'C.I.F. VALUE', 'HS Text'])).toEqual(['code hs', 'cif', 'description hs']);
  });

  it('leave a doubt where languages differ and nothing tells which one it is', () => {
    expect(readHeaderWords('ALV').unknown).toEqual([]);
    const { concepts, unknown } = readHeaderWords('Cena');
    expect([...concepts]).toEqual(['price']);
    expect(unknown).toEqual([]);
    expect(readHeaderWords('Iznos').unknown).toEqual(['iznos']);
    expect(readHeaderWords('Suma').unknown).toEqual(['suma']);
  });

  it('of another language than the file is in leave a doubt', () => {
    const [read] = readHeaders(['MALL', 'IMPORTER NAME', 'COUNTRY OF ORIGIN', 'QUANTITY', 'INVOICE VALUE']);
    expect(read?.unknown).toEqual(['mall']);
  });
});

it.each(namesOfTables('terms'))('the terms of a language in %s say each word once, in small letters', (name) => {
  const rows = readTable(name, ['means', 'words']);
  const words = rows.flatMap((row) => row.words.split(', '));
  expect(words.filter((word) => word !== word.toLowerCase() || word.trim() !== word || word === '')).toEqual([]);
  expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
  for (const { means } of rows) if (means !== '-') means.split(' ').forEach(mustBeConcept);
});
