/** Stands for the embedded engine where suites run that need none (`vitest.config.ts`). */
export function createChdbConnection(): never {
  throw new Error('This suite opens the record engine: call it *.engine.test.ts.');
}
