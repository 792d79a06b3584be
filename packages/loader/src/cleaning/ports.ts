import seaPorts from 'sea-ports';
import { meaningOr, once, Terms, termKeySql } from './terms.js';

/** Names by which customs know a port better than its entry in the list does, by UN/LOCODE. */
const PORT_NAMES: Readonly<Record<string, string>> = {
  INNSA: 'Nhava Sheva',
  INBOM: 'Mumbai',
  INMAA: 'Chennai',
  INCCU: 'Kolkata',
  CNTXG: 'Tianjin',
  DZALG: 'Algiers',
  EGALY: 'Alexandria',
  EGDAM: 'Damietta',
  FIHEL: 'Helsinki',
  FITKU: 'Turku',
};

/** Spellings that the list of ports lacks, by UN/LOCODE. */
const PORT_ALIASES: Readonly<Record<string, readonly string[]>> = {
  AEJEA: ['Jebelali', 'Jabel Ali', 'Jebel Ali, Dubai', 'Mina Jebel Ali'],
  BDCGP: ['Chittagong', 'Chattogram', 'Chittagong Sea'],
  BEANR: ['Antwerp', 'Antwerpen', 'Anvers', 'Amberes'],
  CNNGB: ['Ningpo', 'Ningbo Port'],
  CNSHA: ['Shanghai Port', 'Shanghai Pt', 'Shangai', 'Shanghia'],
  CNTAO: ['Tsingtao', 'Qingdao Port'],
  CNTXG: ['Tianjin', 'Tianjin Xingang', 'Tientsin', 'Xingang, Tianjin'],
  DEHAM: ['Hamburg Port', 'Hamburgo'],
  IDTPP: ['Tg. Priok', 'Tanjung Priok, Jakarta', 'Tanjungpriok'],
  INNSA: [
    'Nhava Sheva',
    'Nhavasheva',
    'Nhava Sheva Sea',
    'Nhava Sheva Port',
    'Nhava Sheva Sea Port',
    'Jawaharlal Nehru',
    'JNPT',
    'JNPT Nhava Sheva',
    'Nhava Seva',
  ],
  INMUN: ['Mundra Sea', 'Mundra Port', 'Mundra Sez'],
  INMAA: ['Chennai Sea', 'Madras', 'Madras Sea', 'Chennai Port'],
  INCCU: ['Calcutta', 'Kolkata Sea', 'Calcutta Sea', 'Kolkatta'],
  INBOM: ['Bombay', 'Bombay Sea', 'Mumbai Sea', 'Mumbai Port'],
  INCOK: ['Cochin Sea', 'Kochi', 'Cochin Port'],
  INTUT: ['Tuticorin', 'Tuticorin Sea'],
  INVTZ: ['Vizag', 'Vishakhapatnam', 'Vizag Sea'],
  KRPUS: ['Pusan', 'Busan Port'],
  KRINC: ['Inchon', 'Incheon Port'],
  LKCMB: ['Colombo Port'],
  MYPKG: ['Port Klang', 'Port Kelang', 'Pelabuhan Klang', 'Klang', 'Port Klang, Malaysia'],
  NLRTM: ['Rotterdam Port', 'Rotterdam Europoort'],
  SGSIN: ['Singapore Port', 'Singapur'],
  THLCH: ['Laem Chabang', 'Laemchabang'],
  TRIST: ['Istanbul', 'Estambul'],
  TWKHH: ['Kaohsiung', 'Kaoshiung', 'Kao Hsiung'],
  VNSGN: ['Ho Chi Minh', 'Ho Chi Minh City', 'Hochiminh', 'Saigon', 'Ho Chi Minh City Port'],
  VNHPH: ['Hai Phong', 'Haiphong'],
};

/**
 * Indian customs stations: a UN/LOCODE and a digit, 1 for a sea port, 4 for an air cargo complex, 6 for an inland container depot.
 * The busiest of some 400; the others stay as written.
 */
const STATIONS = `
INNSA1 Nhava Sheva
INMUN1 Mundra
INMAA1 Chennai
INCCU1 Kolkata
INBOM1 Mumbai
INCOK1 Cochin
INTUT1 Tuticorin
INVTZ1 Visakhapatnam
INIXY1 Kandla
INHZA1 Hazira
INPAV1 Pipavav
INKRI1 Krishnapatnam
INENR1 Ennore
INKAT1 Kattupalli
INNML1 New Mangalore
INMRM1 Mormugao
INPRT1 Paradip
INHAL1 Haldia
INDAH1 Dahej
INSIK1 Sikka
INKAK1 Kakinada
INMAA4 Chennai Air Cargo
INBOM4 Mumbai Air Cargo
INDEL4 Delhi Air Cargo
INBLR4 Bangalore Air Cargo
INHYD4 Hyderabad Air Cargo
INCCU4 Kolkata Air Cargo
INAMD4 Ahmedabad Air Cargo
INCOK4 Cochin Air Cargo
INPNQ4 Pune Air Cargo
INJAI4 Jaipur Air Cargo
INTRV4 Thiruvananthapuram Air Cargo
INCJB4 Coimbatore Air Cargo
INLKO4 Lucknow Air Cargo
INGOI4 Goa Air Cargo
INTKD6 Tughlakabad ICD
INSNF6 Hyderabad ICD
INWFD6 Bangalore ICD
INLDH6 Ludhiana ICD
INSBI6 Sabarmati ICD
INDER6 Dadri ICD
INPPG6 Patparganj ICD
INGHR6 Garhi Harsaru ICD
INBGK6 Jodhpur ICD
INTUP6 Tiruppur ICD
INMBD6 Moradabad ICD
INKNU6 Kanpur ICD
`;

const INDIAN_CUSTOMS_PORTS: readonly { code: string; name: string }[] = STATIONS.trim()
  .split('\n')
  .map((line) => ({ code: line.slice(0, 6), name: line.slice(7) }));

/** `Chennai (ex Madras)` is Chennai, and was Madras; `Belawan, Sumatra` is Belawan. */
function splitNames(written: string): { name: string; others: string[] } {
  const [, name = written, other = ''] = /^([^(,]+?)\s*(?:\((?:ex )?(.+)\).*|,.*)$/.exec(written) ?? [];
  return { name, others: [name, other, written] };
}

/** Every spelling of a port that is known (name, former name, name with its country, UN/LOCODE, US Schedule D or K code), and its name. */
export const portTerms = once(() => {
  const terms = new Terms();
  const ports = Object.entries(seaPorts.JSON).map(([locode, port]) => {
    const { name, others } = splitNames(port.name);
    return { ...port, locode, name: PORT_NAMES[locode] ?? name, others };
  });
  for (const { code, name } of INDIAN_CUSTOMS_PORTS) terms.add(name, [code]);
  for (const { locode, unlocs, code, name } of ports) terms.add(name, [locode, ...unlocs, ...(code ? [code] : [])]);
  for (const [locode, spellings] of Object.entries(PORT_ALIASES)) {
    const port = ports.find((one) => one.locode === locode);
    if (port) terms.add(port.name, spellings);
  }
  // A name is its port's whatever other port was called so before.
  for (const { name, country } of ports) terms.add(name, [name, `${name}, ${country}`]);
  for (const { name } of INDIAN_CUSTOMS_PORTS) terms.add(name, [name]);
  for (const { name, country, others } of ports) {
    for (const other of others) terms.add(name, [other, `${other}, ${country}`]);
  }
  return terms;
});

/** `AHMEDABAD AIR ACC (INAMD4)` is what its code says, `53306, MUNDRA` what its name says. */
function termSql(text: string): string {
  const code = `replaceRegexpOne(upper(${text}), '^.*[(\\\\[]([A-Z]{5}[0-9]?)[)\\\\]]\\\\s*$', '\\\\1')`;
  const name = `replaceRegexpOne(${code}, '^\\\\s*[0-9]{3,6}\\\\s*[-,:/]\\\\s*', '')`;
  return termKeySql(name);
}

/** The name of a port however it is written; one that is not known stays. */
export function portSql(text: string): string {
  return meaningOr(text, portTerms().meaningSql(termSql(text)));
}
