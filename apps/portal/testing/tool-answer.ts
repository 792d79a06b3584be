import type { Client } from '@modelcontextprotocol/client';
import { z } from 'zod';

/** What a tool answers an agent with; a refusal has no structured content. */
const toolAnswer = z.looseObject({
  isError: z.boolean().default(false),
  content: z.array(z.looseObject({ type: z.string(), text: z.string() })),
  structuredContent: z
    .looseObject({ left_out: z.array(z.unknown()), values_from_customs_files: z.record(z.string(), z.unknown()) })
    .default({ left_out: [], values_from_customs_files: {} }),
});

/** Calls a tool, and reads its answer. */
export const callTool = async (client: Client, name: string, args: object = {}) =>
  toolAnswer.parse(await client.callTool({ name, arguments: { ...args } }));
