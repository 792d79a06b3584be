/** Asks a portal elsewhere what its programs may ask. */
import { API_CALLS } from '@tidewaiter/contract/api';
import { z } from 'zod';
import type { Refusal } from './answer.js';
import type { AskPortal } from './tool-server.js';

/** How long an answer is waited for, in milliseconds: longer than the longest statement. */
const PATIENCE_MS = 120_000;

const refused = z.object({
  code: z.string(),
  detail: z.string(),
  status: z.number(),
  errors: z.array(z.object({ pointer: z.string(), detail: z.string() })).optional(),
  retry_after: z.number().optional(),
});
const answered = z.object({ data: z.unknown(), meta: z.looseObject({}) });

const away = (detail: string): { refused: Refusal } => ({ refused: { code: 'no_answer', detail, status: 503 } });

/** @param portal its address, below which its calls are */
export function askOverHttp(portal: URL, key: string): AskPortal {
  const root = portal.href.replace(/\/*$/, '');
  return async (name, request) => {
    const { method, path } = API_CALLS[name];
    const body = method === 'GET' ? {} : { body: JSON.stringify(request) };
    try {
      const response = await fetch(`${root}/api/v1${path}`, {
        ...{ method, ...body, signal: AbortSignal.timeout(PATIENCE_MS) },
        // The key is shown to nobody else.
        redirect: 'error',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      });
      const told: unknown = await response.json();
      if (response.ok) return answered.parse(told) as Awaited<ReturnType<AskPortal>>;
      const refusal = refused.safeParse(told);
      return refusal.success ? { refused: refusal.data as Refusal } : away(`The portal answered ${response.status}.`);
    } catch {
      return away(`The portal at ${portal.host} did not answer as one does.`);
    }
  };
}
