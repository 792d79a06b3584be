import { parseMapping } from '@tidewaiter/loader';

/** The mapping of a test's own file, whose column `no` tells its rows apart. @param columns what each target column is read from */
export const testMapping = (columns: Readonly<Record<string, { from: string }>>) =>
  parseMapping(JSON.stringify({ name: 'test', title: 'Test', naturalKey: ['no'], columns }), 'test');
