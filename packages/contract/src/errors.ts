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
  SIGN_IN_FIRST: { status: 401, message: MESSAGES.signInFirst },
  SESSION_TIMEOUT: { status: 401, message: MESSAGES.sessionTimeout },
  PASSWORD_CHANGE_REQUIRED: { status: 403, message: MESSAGES.choosePasswordFirst },
  NOT_YOURS: { status: 403, message: MESSAGES.notYours },
  MAIN_ACCOUNT_ONLY: { status: 403, message: MESSAGES.mainAccountOnly },
  NO_SUBSCRIPTION: { status: 403, message: MESSAGES.noSubscription },
  SEARCH_LIMIT_EXHAUSTED: { status: 403, message: MESSAGES.searchLimitExhausted },
  WORKSPACE_LIMIT_EXHAUSTED: { status: 403, message: MESSAGES.workspaceLimitExhausted },
  DOWNLOAD_LIMIT_EXHAUSTED: { status: 403, message: MESSAGES.downloadLimitExhausted },
  SUB_USER_LIMIT_EXHAUSTED: { status: 403, message: MESSAGES.subUserLimitExhausted },
  LINK_NOT_NEEDED: { status: 409, message: MESSAGES.linkNotNeeded },
  WORKSPACE_FULL: { status: 403, message: MESSAGES.workspaceFull },
  WORKSPACE_EXISTS: { status: 409, message: MESSAGES.workspaceExists },
  SAVED_SEARCH_EXISTS: { status: 409, message: MESSAGES.savedSearchExists },
  SEARCH_TOO_LARGE: { status: 400, message: MESSAGES.searchTooLarge },
  ANSWER_TOO_LARGE: { status: 400, message: MESSAGES.answerTooLarge },
  UNKNOWN_ROUTE: { status: 404, message: MESSAGES.unknownRoute },
  REQUEST_TOO_SLOW: { status: 408, message: MESSAGES.requestTooSlow },
  BODY_TOO_LARGE: { status: 413, message: MESSAGES.bodyTooLarge },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: MESSAGES.unsupportedMediaType },
  TOO_MANY_REQUESTS: { status: 429, message: MESSAGES.tooManyRequests },
  INTERNAL: { status: 500, message: MESSAGES.somethingWrong },
  BUSY: { status: 503, message: MESSAGES.busy },
  PORTAL_BUSY: { status: 503, message: MESSAGES.portalBusy },
  SEARCH_TOO_EXPENSIVE: { status: 503, message: MESSAGES.searchTooExpensive },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** What a question of the records may be refused with, whatever it asks: it is too much. */
export const TOO_MUCH = [
  'SEARCH_TOO_EXPENSIVE',
  'SEARCH_TOO_LARGE',
  'ANSWER_TOO_LARGE',
] as const satisfies readonly ErrorCode[];

/** One field that was refused: its path (`queryBuilder.0.searchValue`) and why. */
export interface ErrorDetail {
  field: string;
  message: string;
}
