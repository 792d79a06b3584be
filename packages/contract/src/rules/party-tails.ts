/** What files write behind a legal form or instead of it, as data of `party-names.ts`: lists of words in small letters without accents. */

/** Words that begin an address. */
export const ADDRESS_STARTS =
  'ctra|carretera|calle|avenida|av|avda|blvd|boulevard|bulevar|rua|via|strada|stradone|poligono|pol|parque|camino|autopista|jr|jiron|mza|carrera|cra|diagonal|' +
  'rue|zone|zi|bp|chemin|route|jl|jalan|ul|ulica|ulitsa|prospekt|organize|osb|merkez|mah|mahallesi|postfach|postbus|po|p o|plot|house|flat|room|rm|floor|' +
  'bldg|building|survey|sector|phase|block|shed|village|lot|warehouse|km|no|unit|units';

/** Words that stand within an address, a name before them. */
export const ADDRESS_WORDS =
  'road|rd|street|district|province|industrial zone|industrial park|industrial estate|industrial area|free zone|building|bldg|tower|floor|town|cad|caddesi|' +
  '[^ ]+strasse|[^ ]+str|[^ ]+weg|utca|moo|suite|ste';

/** Signs that what stands behind a form is no address but another part of the company. */
export const PARTS_OF_COMPANIES =
  'branch|sucursal|filial|filiale|division|subsidiary|subsidiaria|department|dept|plant|planta|factory|unit';

/** Forms of one country with its places: behind the form these say where the company is. */
export const PLACES_BY_FORM: readonly (readonly [forms: string, places: string])[] = [
  [
    'co ltd|co limited|company limited|coltd',
    'china|p r china|pr china|prc|peoples republic of china|shenzhen|ningbo|shanghai|beijing|guangzhou|dongguan|foshan|zhongshan|zhuhai|huizhou|hangzhou|yiwu|wenzhou|' +
      'jinhua|shaoxing|jiaxing|taizhou|suzhou|wuxi|nanjing|changzhou|nantong|xuzhou|qingdao|jinan|yantai|weifang|linyi|tianjin|dalian|shenyang|xiamen|fuzhou|quanzhou|' +
      'zhangzhou|wuhan|changsha|chengdu|chongqing|xian|zhengzhou|hefei|kunming|nanning|haikou|guangdong|zhejiang|jiangsu|fujian|shandong|hebei|henan|hubei|hunan|' +
      'anhui|sichuan|liaoning|jiangxi|guangxi',
  ],
  [
    'gmbh &co (?:kg|ohg|kgaa)|gmbh|kgaa|kg|ohg',
    'germany|deutschland|hamburg|bremen|berlin|muenchen|munchen|munich|koeln|koln|frankfurt|stuttgart|duesseldorf|dusseldorf|hannover|nuernberg|nurnberg|leipzig|' +
      'dresden|essen|dortmund|bielefeld|mannheim|augsburg|bonn|bremerhaven|kiel|luebeck|lubeck|rostock|duisburg|karlsruhe|muenster|munster',
  ],
  [
    's l|sl|s l u|slu',
    'spain|espana|madrid|barcelona|valencia|sevilla|zaragoza|malaga|murcia|bilbao|alicante|vigo|vitoria|elche|castellon|tarragona|cadiz|algeciras',
  ],
  [
    'pvt ltd|private limited|pvt limited|private ltd|p ltd',
    'india|mumbai|new delhi|delhi|chennai|kolkata|bangalore|bengaluru|hyderabad|ahmedabad|pune|surat|ludhiana|jaipur|rajkot|kanpur|noida|gurgaon|tirupur|cochin|mundra|gujarat|maharashtra|tamil nadu|punjab|haryana',
  ],
  ['sdn bhd|s d n b h d', 'malaysia|kuala lumpur|selangor|johor|penang|johor bahru|klang|port klang'],
  ['pte ltd|pte limited', 'singapore'],
  [
    's a de c v|sa de cv',
    'mexico|mexico d f|mexico city|ciudad de mexico|monterrey|guadalajara|tijuana|queretaro|puebla|toluca|leon|veracruz|manzanillo|jalisco|nuevo leon|cdmx',
  ],
  ['b v|bv', 'the netherlands|netherlands|holland|nederland|rotterdam|amsterdam|eindhoven|utrecht|venlo|breda|tilburg'],
  ['sp z o o|sp zoo|spzoo', 'poland|polska|warszawa|warsaw|gdansk|gdynia|krakow|lodz|poznan|wroclaw|katowice'],
  ['oyj|oy', 'finland|suomi|helsinki|espoo|tampere|turku|vantaa'],
  ['aps', 'denmark|danmark|copenhagen|kobenhavn|aarhus|odense'],
  ['fze|fzco|fzc', 'dubai|u a e|uae|sharjah|jebel ali|ajman|united arab emirates|ras al khaimah'],
  ['kft|zrt', 'hungary|budapest'],
  ['ltd sti|ltdsti', 'turkey|turkiye|istanbul|izmir|bursa|ankara|mersin|gaziantep|denizli|konya|kayseri|adana|kocaeli'],
  ['lda', 'portugal|lisboa|lisbon|porto|braga|aveiro'],
];

/** Countries that end an address whose earlier words say a town. */
export const COUNTRIES_AT_THE_END =
  'china|germany|spain|espana|italy|italia|india|pakistan|bangladesh|sri lanka|hong kong|taiwan|thailand|vietnam|viet nam|korea|south korea|japan|usa|u s a|united states|' +
  'uae|u a e|mexico|brasil|brazil|colombia|peru|chile|argentina|ecuador|turkey|turkiye|netherlands|belgium|poland|malaysia|indonesia|australia|russia|ukraine|kazakhstan|' +
  'france|maroc|morocco|portugal|finland|sweden|denmark|norway|kenya|ghana|nigeria|uganda|philippines|egypt|south africa|hungary|united kingdom|uk|england';

/** Legal forms in other scripts, behind a name or in front of it, how the key has them, and whether their script parts words by spaces. */
export const FORMS_OF_OTHER_SCRIPTS: readonly (readonly [form: string, writing: string, isSpaced: boolean])[] = [
  ['общество с ограниченнои ответственностью|общество с ограниченной ответственностью|ооо|тов', 'llc', true],
  ['оао|зао|пао|ао|ат|пат', 'jsc', true],
  ['тоо', 'too', true],
  ['株式会社|株式會社|[(]株[)]', 'kk', false],
  ['(?:股份)?有限(?:责任|責任)?公司|주식회사|[(]주[)]|유한회사', 'ltd', false],
  ['ش[.]م[.]م[.]?|ذ[.]م[.]م[.]?', 'llc', false],
];

/**
 * Legal forms that stand in front of a name, by the countries that write them so. One that is a word, initials or a name elsewhere is a form in
 * front of a quotation mark alone: `TOO "Kazmet"`, not `Too Good Foods`.
 */
export const FORMS_IN_FRONT: readonly (readonly [countries: string, forms: string, isWord: boolean])[] = [
  ['ID', 'pt|p t|cv|c v', false],
  ['LT', 'uab|u a b', false],
  ['LV', 'sia|s i a', false],
  ['UZ', 'mchj', false],
  ['FR MA TN SN CI CM', 's ?a ?r ?l|e ?u ?r ?l|s ?a ?s ?u', false],
  ['IT RO', 's ?r ?l', false],
  ['LT SE', 'ab', true],
  ['LV EE', 'as', true],
  ['EE', 'ou', true],
  ['LT', 'mb', true],
  ['KZ', 'too', true],
  ['RU KZ', 'ao', true],
  ['FR BE', 'sa|sas|nv|bv', true],
  ['IT DZ', 'spa', true],
  ['FI', 'oy', true],
];

/** Forms that two words say, one of them in front or both written out: the whole, and what stands in its place. */
export const FORMS_OF_WORDS: readonly (readonly [expression: string, replacement: string])[] = [
  // Romania and Moldova, where `S.C.` says no more than that it trades; Morocco and its neighbours likewise.
  ['^s ?c (.+ s ?r ?l)$', '$1'],
  ['^ste (.+ s ?a ?r ?l)$', '$1'],
  ['^(?:sp|spolka) z ?(?:o ?o|ograniczona odpowiedzialnoscia) (.+)$', '$1 spzoo'],
  [' (?:sp|spolka) z ?(?:o ?o|ograniczona odpowiedzialnoscia)$', ' spzoo'],
  [' spolka akcyjna$', ' sa'],
];

/** What a column's width leaves of a form, and the form. */
export const CUT_FORMS: readonly (readonly [cut: string, form: string])[] = [
  ['limi|limit|limite|limted|limtied|limeted|lmited|limitd|ltdd|ldt', 'limited'],
  ['(?:private|pvt) (?:l|li|lt|lim|limi|limit|limite)|privat', 'pvt ltd'],
  ['(?:co|company) (?:l|li|lt|lim|limi|limit|limite)|compan', 'co ltd'],
  ['corporat|corporati|corporatio', 'corp'],
  ['incorpora|incorporat|incorporate', 'inc'],
  ['s ?a de c', 'sa de cv'],
  ['gmbh &co|gmbh & c', 'gmbh &co kg'],
  ['sdn bh|sdn b|sdn', 'sdn bhd'],
  ['pte l|pte lt', 'pte'],
  ['pty l|pty lt', 'pty'],
  ['sp z o|sp z', 'sp zoo'],
  ['limitad', 'ltda'],
  ['joint stoc|joint stock|joint stock c[a-z]*', 'jsc'],
  ['limited liabil|limited liability|limited liability c[a-z]*', 'llc'],
  ['anonim s[a-z]*', 'as'],
  ['(?:ltd|limited) s[i][a-z]*', 'ltdsti'],
  ['sociedad anon[a-z]*|societe anon[a-z]*', 'sa'],
];

/** Letters as HTML writes them with accents, by their numbers. */
export const NUMBERED_LETTERS: readonly (readonly [numbers: string, letter: string])[] = [
  ['19[2-7]|22[4-9]', 'a'],
  ['199|231', 'c'],
  ['20[0-3]|23[2-5]', 'e'],
  ['20[4-7]|23[6-9]', 'i'],
  ['209|241', 'n'],
  ['21[0-6]|24[2-8]', 'o'],
  ['21[7-9]|220|249|25[0-2]', 'u'],
];
