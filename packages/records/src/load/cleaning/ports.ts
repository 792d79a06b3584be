import seaPorts from 'sea-ports';
import { INDIAN_CUSTOMS_PORTS } from './indian-customs-ports.js';
import { PORT_ALIASES, PORT_NAMES } from './port-aliases.js';
import { meaningOr, once, Terms, termKeySql } from './terms.js';

/** `Chennai (ex Madras)` is Chennai, and was Madras; `Belawan, Sumatra` is Belawan. */
function namesOf(written: string): { name: string; others: string[] } {
  const [, name = written, other = ''] = /^([^(,]+?)\s*(?:\((?:ex )?(.+)\).*|,.*)$/.exec(written) ?? [];
  return { name, others: [name, other, written] };
}

/** Every spelling of a port that is known (name, former name, name with its country, UN/LOCODE, US Schedule D or K code), and its name. */
export const portTerms = once(() => {
  const terms = new Terms();
  const ports = Object.entries(seaPorts.JSON).map(([locode, port]) => {
    const { name, others } = namesOf(port.name);
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
