/** What the portal says of a call that failed (RFC 9457), as it is sent. */
interface ProblemBody {
  code: string;
  detail: string;
  errors?: FieldError[];
  retry_after?: number;
}

/** A field that was refused, by JSON pointer. */
export interface FieldError {
  pointer: string;
  detail: string;
}

/** A call that failed: refused by the portal, or not answered at all. */
export class ApiProblem extends Error {
  override name = 'ApiProblem';

  constructor(
    /** What kind of problem it is, in a word that stays; `no_answer` where nothing came that the portal sends. */
    readonly code: string,
    /** Of HTTP; 0 without an answer. */
    readonly status: number,
    /** What is wrong, in words for a person. */
    readonly detail: string,
    readonly errors: readonly FieldError[] = [],
    /** Seconds after which the same call may be answered. */
    readonly retryAfter?: number,
    options?: ErrorOptions,
  ) {
    super(detail, options);
  }
}

const isProblem = (body: unknown): body is ProblemBody =>
  typeof body === 'object' && body !== null && 'code' in body && 'detail' in body;

/** Something on the way has broken off, or is no portal. */
export const noAnswer = (status: number, cause?: unknown) =>
  new ApiProblem('no_answer', status, 'The portal has not answered.', [], undefined, { cause });

/** Seconds of a Retry-After: it may name a time instead. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - Date.now()) / 1000);
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

export async function problemOf(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => undefined);
  const retryAfter = secondsOf(response.headers.get('retry-after'));
  if (!isProblem(body)) {
    const { code, status, detail, errors } = noAnswer(response.status);
    return new ApiProblem(code, status, detail, errors, retryAfter);
  }
  return new ApiProblem(body.code, response.status, body.detail, body.errors, retryAfter ?? body.retry_after);
}
