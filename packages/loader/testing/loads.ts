/** Loads of texts, each of which is written as a file first; a test says only what matters to it. */
import type { TestRecords } from '@tidewaiter/testing/records';
import { smallMapping } from '@tidewaiter/testing/small-files';
import { expect } from 'vitest';
import type { LoadRequest } from '../src/load-request.js';

type Asked = Partial<LoadRequest> & { name?: string };

export function loadsOf(test: TestRecords) {
  const ask = async (text: string | Buffer, { name = 'file.csv', ...request }: Asked = {}) => {
    const [outcome] = await test.loader.load({ files: [{ path: await test.file(name, text) }], ...request });
    return outcome ?? expect.fail('nothing came of it');
  };
  const refused = (load: Promise<unknown>) =>
    load.then(
      () => expect.fail('it was loaded'),
      (error) => error,
    );
  return {
    load: ask,
    /** What a load is refused with. */
    refusal: (...asked: Parameters<typeof ask>) => refused(ask(...asked)),
    refused,
    /** A load by the mapping of small files, with changes of it. */
    small: (text: string | Buffer, changes: object = {}, asked: Asked = {}) =>
      ask(text, { mapping: smallMapping(changes), ...asked }),
  };
}
