import type { ContactFields } from '@tidewaiter/contract';

/** A company as a file has it: texts that nobody has checked. */
export interface CompanyInFile {
  /** The line of the file on which it begins, from 1. */
  line: number;
  fields: { [Field in keyof ContactFields]?: Field extends 'tags' ? string[] : string };
  /** Why it cannot be read at all. */
  problem?: string;
}
