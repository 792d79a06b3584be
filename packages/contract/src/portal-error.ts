import type { ErrorBody } from './error-body.js';
import { ERRORS, type ErrorCode, type ErrorDetail } from './errors.js';

/**
 * A failure that its caller may be told about. Anything else that is thrown is a fault of ours: it is logged, and the
 * caller sees `INTERNAL`.
 */
export class PortalError extends Error {
  override readonly name = 'PortalError';

  constructor(
    readonly code: ErrorCode,
    readonly details: ErrorDetail[] = [],
    message: string = ERRORS[code].message,
  ) {
    super(message);
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  toBody(): ErrorBody {
    const body: ErrorBody = { errorCode: this.code, errorMsg: this.message };
    return this.details.length > 0 ? { ...body, details: this.details } : body;
  }
}

/** Too many calls; when to come back. */
export class TooManyRequests extends PortalError {
  constructor(readonly retryAfterSeconds: number) {
    super('TOO_MANY_REQUESTS');
  }
}
