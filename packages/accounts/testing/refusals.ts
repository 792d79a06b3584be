import { PortalError } from '@tidewaiter/contract';

/** The code of the refusal that a call ends with; any other error as it is. */
export const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    (error: unknown) => (error instanceof PortalError ? error.code : error),
  );
