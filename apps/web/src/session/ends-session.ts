import { PortalError } from '@tidewaiter/contract';

/** True for a failure that means: this session is over. */
export function endsSession(error: unknown): boolean {
  return error instanceof PortalError && (error.code === 'SESSION_TIMEOUT' || error.code === 'SIGN_IN_FIRST');
}
