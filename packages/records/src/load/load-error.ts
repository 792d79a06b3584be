/** A load that was refused: what is wrong with the file, the mapping or the request, told to the operator. */
export class LoadError extends Error {
  override readonly name = 'LoadError';

  constructor(
    message: string,
    readonly details: readonly string[] = [],
  ) {
    super(message);
  }
}
