/**
 * The parts that company names are made of, by language. All names are invented: a stem is put together from syllables
 * that sound like the place (`heads` + `middles` + `tails`), and takes a word of its trade and a legal form.
 */
export interface NameParts {
  heads: string;
  middles: string;
  tails: string;
  /** `{s}` is the stem, `{w}` the word of its trade, `{f}` the legal form. */
  patterns: readonly string[];
  /** Legal forms; each with the ways it is spelt, the usual one first. */
  forms: readonly string[];
  /** Which list of TRADE_WORDS it uses. */
  words: string;
}

const LATIN_FORMS = ['S.A.|SA|S A', 'S.A.S.|SAS', 'S.R.L.|SRL', 'LTDA.|LTDA|LIMITADA'];
const ENGLISH_FORMS = ['LTD|LIMITED|LTD.', 'CO., LTD|CO LTD|COMPANY LIMITED|Co., Ltd.', 'PLC|P.L.C.'];
const EAST_FORMS = ['CO., LTD|CO LTD|CO.,LTD.|COMPANY LIMITED', 'CORP.|CORPORATION|CORP'];

export const NAME_PARTS: Readonly<Record<string, NameParts>> = {
  vi: {
    heads: 'An Bình Đông Hải Hoàng Khánh Lạc Minh Ngọc Phúc Quang Sơn Thiên Vĩnh',
    middles: ' ',
    tails:
      ' Vượng Khê| Lâm Sa| Giang Tấn| Tường Liễu| Khôi Vân| Đạt Kha| Tiến Sao| Hưng Quế| Thuận Lạc| Việt Sa| Mỹ Trà',
    patterns: ['{s} {w} {f}', '{s} {w} Import Export {f}', 'Công ty TNHH {w} {s}'],
    forms: ['CO., LTD|CO LTD|COMPANY LIMITED|Co., Ltd.', 'JSC|JOINT STOCK COMPANY|J.S.C'],
    words: 'vi',
  },
  hi: {
    heads: 'Aar Bhav Chand Dhar Ishan Kav Lav Mah Nir Pra Riddh Sav Tej Vindh',
    middles: 'a|i|an|esh',
    tails: 'rani|vikar|tara|devra|mukh|lok|yani|krit|shal|pura|nath|vati',
    patterns: ['{s} {w} {f}', '{s} {w} & Exports {f}', '{s} International {f}', 'Shri {s} {w} {f}'],
    forms: ['PVT LTD|PRIVATE LIMITED|PVT. LTD.|(P) LTD', 'LTD|LIMITED|LTD.', 'LLP|L.L.P.'],
    words: 'en',
  },
  'en-in': {
    heads: 'Akb Bash Dilk Fait Ghaz Karn Mehr Nosh Pad Raw Sham Tah Zam',
    middles: 'a|i|u',
    tails: 'ran|bagh|lagan|mina|sari|dhara|nova|war|bela|tex|zar|para',
    patterns: ['{s} {w} {f}', '{s} {w} Mills {f}', '{s} Brothers {w} {f}', '{s} Overseas {f}'],
    forms: ['(PVT) LTD|PRIVATE LIMITED|PVT LTD|(Private) Ltd.', 'LTD|LIMITED|LTD.'],
    words: 'en',
  },
  en: {
    heads: 'Alder Bram Cald Dun Elm Fern Glen Hart Kest Lang Marl Oak Rook Thorn Wyn',
    middles: 'er|ing|a|en',
    tails: 'wick|brook|ridge|haven|stead|mere|ford|dale|moor|gate|field|combe',
    patterns: ['{s} {w} {f}', '{s} & Sons {w} {f}', '{s} Global {w} {f}', '{s}-Pacific {w} {f}'],
    forms: ['INC.|INC|INCORPORATED', 'LLC|L.L.C.', 'CORP.|CORPORATION|CORP', 'LTD|LIMITED|LTD.'],
    words: 'en',
  },
  es: {
    heads: 'Alt Bel Cal Cord Esp Gran Jar Lag Mont Nav Olm Pal Ser Vall',
    middles: 'a|i|e|ar',
    tails: 'miranza|verela|rón|tella|novil|quén|lara|zul|cín|dora|maña|rica',
    patterns: ['{w} {s} {f}', '{s} {w} {f}', 'Comercializadora {s} {f}', '{w} del Valle {s} {f}'],
    forms: ['S.A. DE C.V.|SA DE CV|S.A. de C.V.', 'S. DE R.L.|S DE RL', ...LATIN_FORMS],
    words: 'es',
  },
  pt: {
    heads: 'Agu Bra Car Gua Ita Jac Mar Par Pir Sab Tar Ubi Ver',
    middles: 'a|i|u',
    tails: 'çu|beira|nópolis|mirim|tuba|zinho|raí|queira|pava|lândia|rema|têndia',
    patterns: ['{w} {s} {f}', '{s} {w} {f}', '{s} Comércio e Exportação {f}'],
    forms: ['LTDA.|LTDA|LIMITADA', 'S.A.|SA|S/A', 'EIRELI'],
    words: 'pt',
  },
  fr: {
    heads: 'Ab Bel Cham Dur Fon Gr Laur Mar Nou Roch Sav Val',
    middles: 'a|é|i|ou',
    tails: 'nor|lac|vière|mont|sson|gny|rac|delle|quin|rive|tois|flor',
    patterns: ['{w} {s} {f}', 'Société {s} {f}', '{s} {w} {f}', 'Établissements {s} {f}'],
    forms: ['S.A.|SA', 'S.A.R.L.|SARL', 'S.A.S.|SAS'],
    words: 'fr',
  },
  it: {
    heads: 'Alb Bor Cast Fer Giar Lam Mor Per Riv Sal Tor Vel',
    middles: 'a|e|i|o',
    tails: 'nello|tera|vino|gassi|lettra|rano|moni|zago|dria|vesi|rossa|nova',
    patterns: ['{w} {s} {f}', '{s} {w} {f}', 'F.lli {s} {f}'],
    forms: ['S.P.A.|SPA|S.p.A.', 'S.R.L.|SRL|S.r.l.'],
    words: 'it',
  },
  de: {
    heads: 'Ahl Brü Dorn Eich Fal Grün Hol Kirch Lind Mühl Rau Stein Wald',
    middles: 'en|er|in',
    tails: 'hagen|rode|bach|stett|kamp|werth|feld|brück|mark|horst|tal|wick',
    patterns: ['{s} {w} {f}', '{w} {s} {f}', '{s} & Co. {w} {f}'],
    forms: ['GMBH|GmbH|G.M.B.H.', 'AG|A.G.', 'GMBH & CO. KG|GmbH & Co KG'],
    words: 'de',
  },
  nl: {
    heads: 'Bergh Dijk Graaf Hoek Kruis Lind Meer Oost Rijn Veld West Zand',
    middles: 'er|en|el',
    tails: 'stra|hoven|waard|poort|kade|linge|drecht|brug|haven|sluis|oord|vliet',
    patterns: ['{s} {w} {f}', 'Van {s} {w} {f}', 'Koninklijke {s} {f}'],
    forms: ['B.V.|BV', 'N.V.|NV'],
    words: 'en',
  },
  pl: {
    heads: 'Bor Czar Dąb Gór Jas Kal Lip Mał Ol Rad Tar Zie',
    middles: 'o|a|i',
    tails: 'wex|pol|niak|tech|wit|mar|dex|nica|lux|tran|rol|sław',
    patterns: ['{s} {w} {f}', 'PPHU {s} {f}', '{s}-{w} {f}'],
    forms: ['SP. Z O.O.|SP Z OO|Sp. z o.o.', 'S.A.|SA'],
    words: 'en',
  },
  tr: {
    heads: 'Ak Bey Çam Del Ege Gün Kır Mer Öz Par Sar Tuğ Yıl',
    middles: 'a|e|ı|o',
    tails: 'soy|tepe|lar|çay|denli|kent|taş|han|mer|san|dağ|bey',
    patterns: ['{s} {w} {f}', '{s} {w} San. ve Tic. {f}', '{s} Dış Ticaret {f}'],
    forms: ['A.Ş.|A.S.|AS|ANONIM SIRKETI', 'LTD. ŞTİ.|LTD STI|LIMITED SIRKETI'],
    words: 'tr',
  },
  id: {
    heads: 'Adi Bina Cakra Duta Indo Karya Lestari Mega Nusa Putra Surya Tirta',
    middles: ' ',
    tails: 'warti| Samora| Lokasari| Mandira| Gemana| Raya Kencana| Buana Tirta| Sentani| Jatira| Pelangi',
    patterns: ['PT {s} {w}', 'PT. {s} {w} Tbk', 'CV {s} {w}', 'PT {s} Sejahtera {w}'],
    forms: [''],
    words: 'id',
  },
  ms: {
    heads: 'Bert Cahay Der Gem Jal Kenc Maj Per Sel Tanj Wav',
    middles: 'a|i|u',
    tails: 'mas|tara|nindo|jaya|lang|ria|bumi|suri|makmur|tek',
    patterns: ['{s} {w} {f}', '{s} ({w}) {f}', '{s} Industries {f}'],
    forms: ['SDN BHD|SDN. BHD.|Sdn Bhd', 'BHD|BERHAD'],
    words: 'en',
  },
  ko: {
    heads: 'Seo Han Dae Joo Kyu Min Sae Tae Woo Yoo Geu Bo',
    middles: 'ryeo|neul|saem|maru|dam',
    tails: 'jin|won|rim|gyeol|hwa|seok|deok|nuri|bit',
    patterns: ['{s} {w} {f}', '{s} Global {f}', '{s} Trading {f}'],
    forms: [...EAST_FORMS, 'INC.|INC'],
    words: 'en',
  },
  ja: {
    heads: 'Aki Hama Ishi Kami Mori Nao Sawa Toki Yura',
    middles: '|no|ta',
    tails: 'nagi|zumi|shio|rune|tsuki|mado|nuki|sora|hibi|kaze',
    patterns: ['{s} {w} {f}', '{s} Shoji {f}', '{s} Seisakusho {f}'],
    forms: ['CO., LTD|CO LTD|CO.,LTD.', 'K.K.|KK', 'CORP.|CORPORATION'],
    words: 'en',
  },
  zh: {
    heads: 'Ruixu Haolian Jinhuai Zhengmo Yongshu Henglu Kaishu Mingcan Xinghuo Bolan Linque Tianlun',
    middles: ' ',
    tails: 'feng| Chenlu| Lvsong| Zhongqiao| Huamian| Desong| Xinbei| Jiamei| Yilan| Ruichang',
    patterns: ['{c} {s} {w} {f}', '{c} {s} Import & Export {f}', '{s} {w} ({c}) {f}', '{s} {w} Technology {f}'],
    forms: EAST_FORMS,
    words: 'en',
  },
  th: {
    heads: 'Boon Chai Kiat Lert Nak Phan Rung Siri Thana Udom Wira',
    middles: 'a|i|u',
    tails: 'korn|wat|suk|pong|chok|mongkol|sap|rat|thep|lai|charoen',
    patterns: ['{s} {w} {f}', '{s} (Thailand) {f}', 'Thai {s} {w} {f}'],
    forms: ['CO., LTD|CO LTD|CO.,LTD.|COMPANY LIMITED', 'PCL|PUBLIC COMPANY LIMITED', 'LP|LIMITED PARTNERSHIP'],
    words: 'en',
  },
  sw: {
    heads: 'Kib Lam Mar Mbu Nyer Sim Tan Uhur Wang Zaw',
    middles: 'a|i|o|u',
    tails: 'ndi|sani|kuru|leni|moja|wana|bora|riko|tiva|gori',
    patterns: ['{s} {w} {f}', '{s} {w} (EPZ) {f}', '{s} East Africa {f}', '{s} {w} (K) {f}'],
    forms: ENGLISH_FORMS,
    words: 'en',
  },
  'en-af': {
    heads: 'Ade Bol Chuk Eko Fem Ike Obi Olu Sok Tunj Zim',
    middles: 'a|e|o|u',
    tails: 'wale|nze|deji|kor|mbe|tola|vaal|lami|rand|suru',
    patterns: ['{s} {w} {f}', '{s} & Company {f}', '{s} {w} Ventures {f}', '{s} Continental {f}'],
    forms: ['LTD|LIMITED|LTD.', 'PLC|P.L.C.', '(PTY) LTD|PTY LTD|(PTY) LIMITED'],
    words: 'en',
  },
  uk: {
    heads: 'Bil Chern Dnip Halych Kam Myr Pol Sich Ternop Vol Zor',
    middles: 'o|y|a',
    tails: 'agro|vets|trans|prom|lan|zern|dar|svit|nyva|bud',
    patterns: ['{s} {w} {f}', 'TOV "{s}"', 'LLC "{s} {w}"', '{s}-{w} {f}'],
    forms: ['LLC|L.L.C.|TOV', 'PJSC|PRJSC'],
    words: 'en',
  },
  ar: {
    heads: 'Al Bar Dan Far Hil Jaz Kham Mas Naj Raf Sahr',
    middles: 'a|i|ee',
    tails: 'wan|biya|deem|noor|qa|sala|tayn|yar|zil|manar',
    patterns: ['{s} {w} {f}', 'Al {s} {w} {f}', '{s} General Trading {f}', 'Al-{s} {f}'],
    forms: ['LLC|L.L.C|L.L.C.', 'FZE|F.Z.E', 'CO.|COMPANY', 'FZCO'],
    words: 'en',
  },
};

/** Words of a trade, in the order of SECTORS: farm, food, chemistry, wood, textiles, building, machines, vehicles, home. */
export const TRADE_WORDS: Readonly<Record<string, readonly string[]>> = {
  en: [
    'Agro|Farms|Produce|Commodities',
    'Foods|Food Industries|Beverages',
    'Chemicals|Polymers|Life Sciences|Petrochem',
    'Timber|Paper|Packaging',
    'Textiles|Garments|Fashions|Apparels',
    'Steel|Ceramics|Metals|Building Products',
    'Electronics|Machinery|Technologies|Engineering',
    'Auto Parts|Motors|Automotive',
    'Homeware|Toys|Furniture|Living',
  ],
  es: [
    'Agrícola|Agroexportadora|Frutas',
    'Alimentos|Productos Alimenticios',
    'Químicos|Plásticos|Laboratorios',
    'Maderas|Papelera|Empaques',
    'Textiles|Confecciones|Calzados',
    'Metales|Cerámicas|Aceros|Minera',
    'Electrónica|Maquinarias|Equipos',
    'Autopartes|Automotriz|Repuestos',
    'Muebles|Hogar|Juguetes',
  ],
  pt: [
    'Agropecuária|Agrícola|Grãos',
    'Alimentos|Indústria Alimentícia|Bebidas',
    'Química|Plásticos|Farmacêutica',
    'Madeiras|Celulose|Embalagens',
    'Têxtil|Confecções|Calçados',
    'Siderúrgica|Cerâmica|Mineração|Granitos',
    'Eletrônica|Máquinas|Equipamentos',
    'Autopeças|Veículos',
    'Móveis|Utilidades|Brinquedos',
  ],
  fr: [
    'Agricole|Comptoir|Fruits',
    'Alimentaire|Cacao & Négoce',
    'Chimie|Plastiques|Pharma',
    'Bois|Papeterie|Emballages',
    'Textiles|Confection|Maroquinerie',
    'Métaux|Matériaux|Aciers',
    'Électronique|Équipements|Mécanique',
    'Automobile|Aéro Pièces',
    'Maison|Jouets|Mobilier',
  ],
  it: [
    'Agricola|Ortofrutta',
    'Alimentari|Conserve|Vini',
    'Chimica|Plastica|Farmaceutici',
    'Legnami|Cartiera',
    'Tessile|Pelletterie|Calzaturificio',
    'Marmi|Ceramiche|Acciai',
    'Meccanica|Elettronica|Pompe',
    'Ricambi|Veicoli',
    'Arredamenti|Casa',
  ],
  de: [
    'Agrar|Fruchthandel',
    'Lebensmittel|Feinkost',
    'Chemie|Kunststoffe|Pharma',
    'Holz|Papier|Verpackung',
    'Textil|Mode',
    'Stahl|Metall|Baustoffe',
    'Maschinenbau|Elektronik|Technik',
    'Fahrzeugteile|Automobiltechnik',
    'Möbel|Haushaltswaren|Spielwaren',
  ],
  tr: [
    'Tarım|Gıda Tarım',
    'Gıda|Un Gıda',
    'Kimya|Plastik|İlaç',
    'Orman|Kağıt|Ambalaj',
    'Tekstil|Konfeksiyon|Halı',
    'Çelik|Seramik|Mermer|Demir',
    'Makina|Elektronik|Elektrik',
    'Otomotiv|Oto Yedek Parça',
    'Mobilya|Züccaciye|Oyuncak',
  ],
  id: [
    'Agro|Perkebunan|Hasil Laut',
    'Pangan|Boga',
    'Kimia|Plastik|Farma',
    'Kayu|Kertas|Kemasan',
    'Tekstil|Garmen|Busana',
    'Baja|Keramik|Logam',
    'Elektronik|Teknik|Mesin',
    'Otomotif|Motor',
    'Mebel|Furnitur|Mainan',
  ],
  vi: [
    'Nông Sản|Thủy Sản|Seafood|Agro',
    'Thực Phẩm|Foods',
    'Hóa Chất|Nhựa|Plastics|Dược',
    'Gỗ|Bao Bì|Packaging|Wood',
    'May Mặc|Dệt May|Garment|Footwear',
    'Thép|Gạch Men|Steel',
    'Điện Tử|Cơ Khí|Electronics',
    'Ô Tô|Auto Parts',
    'Nội Thất|Furniture|Đồ Chơi',
  ],
};

/** The last chapter of each sector of TRADE_WORDS. */
const SECTORS = ['15', '24', '40', '49', '67', '83', '86', '89', '99'];

export function sectorOf(chapter: string): number {
  return SECTORS.findIndex((last) => chapter <= last);
}

/** Where Chinese companies say they are from, as their names do. */
export const CITIES = ['Shenzhen', 'Ningbo', 'Guangzhou', 'Yiwu', 'Xiamen', 'Qingdao', 'Foshan', 'Suzhou', 'Hangzhou'];
