import { posix } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { readXml } from 'hucre/xml';
import type { Member } from './zip-archive.js';

/** The parts of a workbook that a sheet's cells are read from. */
export interface SheetParts {
  sheet: Member;
  /** The texts that cells share. */
  texts: Member | undefined;
  styles: Member | undefined;
  /** Its days are counted from 1904 on, as on old Macintoshes. */
  from1904: boolean;
}

/** Where a sheet is; nothing where the workbook's own list of its parts does not say so. */
export async function partsOf(members: readonly Member[], sheet: string): Promise<SheetParts | undefined> {
  const part = async (name: RegExp) => {
    const found = members.find((member) => name.test(member.name));
    return found ? await buffer(await found.open()) : Buffer.alloc(0);
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
  const ofKind = (kind: string) =>
    memberAt(relations.find((each) => String(each['@Type']).endsWith(`/${kind}`))?.['@Target']);
  const found = memberAt(relations.find((each) => each['@Id'] === id)?.['@Target']);
  if (found === undefined) return undefined;
  const from1904 = elements(workbook, 'workbookPr').some((each) => /^(1|true)$/.test(String(each['@date1904'])));
  return { sheet: found, texts: ofKind('sharedStrings'), styles: ofKind('styles'), from1904 };
}
