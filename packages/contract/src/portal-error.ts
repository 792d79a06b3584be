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

/** A refusal that says when to come back. */
export class ComeBack extends PortalError {
  constructor(
    code: ErrorCode,
    readonly retryAfterSeconds: number,
  ) {
    super(code);
  }
}

/** Too many calls. */
export class TooManyRequests extends ComeBack {
  constructor(retryAfterSeconds: number) {
    super('TOO_MANY_REQUESTS', retryAfterSeconds);
  }
}

/** Too much waits for the records already. */
export class PortalBusy extends ComeBack {
  constructor(retryAfterSeconds: number) {
    super('PORTAL_BUSY', retryAfterSeconds);
  }
}
