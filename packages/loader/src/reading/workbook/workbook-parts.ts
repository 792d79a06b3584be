import { posix } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { readXml } from 'hucre/xml';
import type { Member } from '../archive/zip-archive.js';

/** The parts of a workbook that a sheet's cells are read from. */
export interface SheetParts {
  sheet: Member;
  styles: Member | undefined;
}

/** Where a sheet is; nothing where the workbook's own list of its parts does not say so. */
export async function findParts(members: readonly Member[], sheet: string): Promise<SheetParts | undefined> {
  const part = async (name: RegExp) => {
    const match = members.find((member) => name.test(member.name));
    return match ? await buffer(await match.open()) : Buffer.alloc(0);
  };
  const elements = (xml: Buffer, rowTag: string) => readXml(xml, { rowTag, stripNamespaces: true }).data;
  const workbook = await part(/^\/?xl\/workbook\.xml$/i);
  const attributes = Object.entries(elements(workbook, 'sheet').find((each) => String(each['@name']) === sheet) ?? {});
  // Its prefix is whatever the workbook says.
  const [, id] = attributes.find(([name]) => /^@(\w+:)?id$/.test(name)) ?? [];
  const relations = elements(await part(/^\/?xl\/_rels\/workbook\.xml\.rels$/i), 'Relationship');
  const memberAt = (target: unknown) => {
    if (typeof target !== 'string') return undefined;
    const path = target.startsWith('/') ? target.slice(1) : posix.join('xl', target);
    return members.find(({ name }) => name.replace(/^\//, '').toLowerCase() === path.toLowerCase());
  };
  const related = memberAt(relations.find((each) => each['@Id'] === id)?.['@Target']);
  if (related === undefined) return undefined;
  const styles = relations.find((each) => String(each['@Type']).endsWith('/styles'));
  return { sheet: related, styles: memberAt(styles?.['@Target']) };
}
