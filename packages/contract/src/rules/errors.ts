import type { ErrorBody } from './error-body.js';
import { MESSAGES } from './messages.js';

/** The error catalogue: a stable code, the HTTP status it travels with, and the message it shows. */
export const ERRORS = {
  VALIDATION: { status: 400, message: MESSAGES.invalidRequest },
  NOT_JSON: { status: 400, message: MESSAGES.notJson },
  CLIENT_UNKNOWN: { status: 401, message: MESSAGES.clientUnknown },
  INCORRECT_PASSWORD: { status: 400, message: MESSAGES.incorrectPassword },
  PASSWORD_REFUSED: { status: 400, message: MESSAGES.passwordCommon },
  CAPTCHA_NOT_MATCHED: { status: 400, message: MESSAGES.captchaNotMatched },
  INVALID_OTP: { status: 400, message: MESSAGES.invalidOtp },
  LINK_EXPIRED: { status: 400, message: MESSAGES.linkExpired },
  INVALID_LOGIN: { status: 401, message: MESSAGES.invalidLogin },
  FACTOR_NEEDED: { status: 401, message: MESSAGES.factorNeeded },
  FACTOR_REFUSED: { status: 400, message: MESSAGES.factorRefused },
  FACTOR_REQUIRED: { status: 403, message: MESSAGES.factorRequired },
  FACTOR_DEMANDED: { status: 403, message: MESSAGES.factorDemanded },
  FACTORS_FULL: { status: 403, message: MESSAGES.factorsFull },
  CHALLENGE_GONE: { status: 400, message: MESSAGES.challengeGone },
  PASSKEYS_ELSEWHERE: { status: 409, message: MESSAGES.passkeysElsewhere },
  SIGN_ON_REFUSED: { status: 403, message: MESSAGES.signOnRefused },
  SIGN_ON_ONLY: { status: 403, message: MESSAGES.signOnOnly },
  CONFIRM_FIRST: { status: 403, message: MESSAGES.confirmFirst },
  SIGN_IN_FIRST: { status: 401, message: MESSAGES.signInFirst },
  SESSION_TIMEOUT: { status: 401, message: MESSAGES.sessionTimeout },
  KEY_UNKNOWN: { status: 401, message: MESSAGES.keyUnknown },
  KEY_EXPIRED: { status: 401, message: MESSAGES.keyExpired },
  KEY_REVOKED: { status: 401, message: MESSAGES.keyRevoked },
  KEY_SCOPE: { status: 403, message: MESSAGES.keyScope },
  TOKEN_REFUSED: { status: 401, message: MESSAGES.tokenRefused },
  KEY_LIMIT: { status: 403, message: MESSAGES.keyLimit },
  KEY_IN_URL: { status: 400, message: MESSAGES.keyInUrl },
  API_KEYS_FULL: { status: 403, message: MESSAGES.apiKeysFull },
  WEBHOOKS_FULL: { status: 403, message: MESSAGES.webhooksFull },
  WEBHOOK_OFF: { status: 409, message: MESSAGES.webhookOff },
  PASSWORD_CHANGE_REQUIRED: { status: 403, message: MESSAGES.choosePasswordFirst },
  NOT_OPERATOR: { status: 403, message: MESSAGES.notOperator },
  OPERATOR_REFUSED: { status: 409, message: MESSAGES.operatorRefused },
  NOT_YOURS: { status: 403, message: MESSAGES.notYours },
  MAKER_ONLY: { status: 403, message: MESSAGES.makerOnly },
  WORKSPACE_SHARED: { status: 403, message: MESSAGES.workspaceShared },
  REMOVED_MEANWHILE: { status: 410, message: MESSAGES.removedMeanwhile },
  CHANGED_MEANWHILE: { status: 409, message: MESSAGES.changedMeanwhile },
  MAIN_ACCOUNT_ONLY: { status: 403, message: MESSAGES.mainAccountOnly },
  NO_SUBSCRIPTION: { status: 403, message: MESSAGES.noSubscription },
  SEARCH_LIMIT_EXHAUSTED: { status: 403, message: MESSAGES.searchLimitExhausted },
  WORKSPACE_LIMIT_EXHAUSTED: { status: 403, message: MESSAGES.workspaceLimitExhausted },
  DOWNLOAD_LIMIT_EXHAUSTED: { status: 403, message: MESSAGES.downloadLimitExhausted },
  SEARCH_FIRST: { status: 409, message: MESSAGES.searchBeforeExport },
  DOWNLOAD_TOO_LARGE: { status: 403, message: MESSAGES.downloadRefused },
  QUOTE_CHANGED: { status: 409, message: MESSAGES.quoteChanged },
  EXPORT_KEY_USED: { status: 409, message: MESSAGES.exportKeyUsed },
  EXPORT_NOTHING: { status: 409, message: MESSAGES.exportNothing },
  EXPORT_GONE: { status: 410, message: MESSAGES.exportGone },
  EXPORTS_WAITING: { status: 429, message: MESSAGES.exportsWaiting },
  SUB_USER_LIMIT_EXHAUSTED: { status: 403, message: MESSAGES.subUserLimitExhausted },
  LINK_NOT_NEEDED: { status: 409, message: MESSAGES.linkNotNeeded },
  WORKSPACE_FULL: { status: 403, message: MESSAGES.workspaceFull },
  WORKSPACE_EXISTS: { status: 409, message: MESSAGES.workspaceExists },
  SAVED_SEARCH_EXISTS: { status: 409, message: MESSAGES.savedSearchExists },
  OWN_LISTS_FULL: { status: 403, message: MESSAGES.ownListsFull },
  REPORTS_FULL: { status: 403, message: MESSAGES.reportsFull },
  NO_PDF: { status: 409, message: MESSAGES.noPdf },
  REPORT_FULL: { status: 403, message: MESSAGES.reportFull },
  WATCHES_FULL: { status: 403, message: MESSAGES.watchesFull },
  NO_ROOM: { status: 403, message: MESSAGES.noRoom },
  OWN_LIST_EXISTS: { status: 409, message: MESSAGES.ownListExists },
  COUNTRIES_CHOSEN: { status: 409, message: MESSAGES.countriesChosen },
  DUPLICATE_CONTACT: { status: 409, message: MESSAGES.duplicateContact },
  CONTACTS_FULL: { status: 403, message: MESSAGES.contactsFull },
  CONTACT_FILE_REFUSED: { status: 400, message: MESSAGES.contactFileEmpty },
  CONTACT_FILE_TOO_LARGE: { status: 413, message: MESSAGES.contactFileTooLarge },
  CURSOR_REFUSED: { status: 400, message: MESSAGES.cursorRefused },
  CURSOR_STALE: { status: 409, message: MESSAGES.cursorStale },
  SEARCH_NEEDED: { status: 402, message: MESSAGES.searchNeeded },
  POINTS_NEEDED: { status: 402, message: MESSAGES.pointsNeeded },
  SEARCH_TOO_LARGE: { status: 400, message: MESSAGES.searchTooLarge },
  ANSWER_TOO_LARGE: { status: 400, message: MESSAGES.answerTooLarge },
  UNKNOWN_ROUTE: { status: 404, message: MESSAGES.unknownRoute },
  REQUEST_TOO_SLOW: { status: 408, message: MESSAGES.requestTooSlow },
  BODY_TOO_LARGE: { status: 413, message: MESSAGES.bodyTooLarge },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: MESSAGES.unsupportedMediaType },
  TOO_MANY_REQUESTS: { status: 429, message: MESSAGES.tooManyRequests },
  INTERNAL: { status: 500, message: MESSAGES.somethingWrong },
  MAINTENANCE: { status: 503, message: MESSAGES.maintenance },
  DISK_FULL: { status: 503, message: MESSAGES.diskFull },
  DATABASE_AWAY: { status: 503, message: MESSAGES.databaseAway },
  ISSUER_AWAY: { status: 503, message: MESSAGES.issuerAway },
  RECORDS_MISSING: { status: 503, message: MESSAGES.recordsMissing },
  FILE_MADE_AGAIN: { status: 503, message: MESSAGES.fileMadeAgain },
  NO_ANSWER: { status: 503, message: MESSAGES.noAnswer },
  PORTAL_BUSY: { status: 503, message: MESSAGES.portalBusy },
  SEARCH_TOO_EXPENSIVE: { status: 503, message: MESSAGES.searchTooExpensive },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** What a question of the records may be refused with, whatever it asks: it is too much, or some of its records are lost. */
export const TOO_MUCH = [
  'SEARCH_TOO_EXPENSIVE',
  'SEARCH_TOO_LARGE',
  'ANSWER_TOO_LARGE',
  'RECORDS_MISSING',
] as const satisfies readonly ErrorCode[];

/** One field that was refused: its path (`queryBuilder.0.searchValue`) and why. */
export interface ErrorDetail {
  field: string;
  message: string;
}

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

  /** A request of which one field is refused, in words that say it all. */
  static invalid(field: string, message: string): PortalError {
    return new PortalError('VALIDATION', [{ field, message }], message);
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
export class RetryLater extends PortalError {
  constructor(
    code: ErrorCode,
    readonly retryAfterSeconds: number,
    message?: string,
  ) {
    super(code, [], message);
  }
}

/** Too many calls. */
export class TooManyRequests extends RetryLater {
  constructor(retryAfterSeconds: number) {
    super('TOO_MANY_REQUESTS', retryAfterSeconds);
  }
}

/** Too much waits for the records already. */
export class PortalBusy extends RetryLater {
  constructor(retryAfterSeconds: number) {
    super('PORTAL_BUSY', retryAfterSeconds);
  }
}

/** Something that the operator can put right: what is wrong, and lines that say more or what to do. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';

  constructor(
    message: string,
    readonly details: readonly string[] = [],
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
