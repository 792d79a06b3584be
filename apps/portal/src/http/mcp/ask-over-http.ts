/** Has a portal elsewhere answer its tools. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type Refusal, refusal } from './answer.js';
import type { AnswerTool } from './tool-server.js';

/** How long an answer is waited for, in milliseconds: longer than the longest statement. */
const PATIENCE_MS = 120_000;

/** What the portal refuses before it looks at the tool. */
const refused = z.object({
  code: z.string(),
  detail: z.string(),
  status: z.number(),
  retry_after: z.number().optional(),
});
const answered = z.object({ result: z.looseObject({ content: z.array(z.looseObject({ type: z.string() })) }) });

const away = (detail: string) => refusal({ code: 'no_answer', detail, status: 503 });

/** The message of an answer, which may come as the one event of a stream. */
const messageIn = (text: string): unknown => JSON.parse(/^data: ?(.*)$/m.exec(text)?.[1] ?? text);

/** @param portal its address, below which its tools are */
export function askOverHttp(portal: URL, key: string): AnswerTool {
  const address = `${portal.href.replace(/\/*$/, '')}/mcp`;
  return async ({ name }, input) => {
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } };
    try {
      const response = await fetch(address, {
        ...{ method: 'POST', body: JSON.stringify(call), signal: AbortSignal.timeout(PATIENCE_MS) },
        // The key is shown to nobody else.
        redirect: 'error',
        headers: {
          ...{ authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          accept: 'application/json, text/event-stream',
        },
      });
      const told = messageIn(await response.text());
      if (response.ok) return answered.parse(told).result as CallToolResult;
      const why = refused.safeParse(told);
      return why.success ? refusal(why.data as Refusal) : away(`The portal answered ${response.status}.`);
    } catch {
      return away(`The portal at ${portal.host} did not answer as one does.`);
    }
  };
}
