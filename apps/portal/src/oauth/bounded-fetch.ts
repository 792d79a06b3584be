/** How an issuer is asked: no answer is longer than it has to be, and none leads elsewhere. */

/** Largest answer of an issuer that is read, in bytes: descriptions are some 5 kB, sets of keys less. */
const ANSWER_LIMIT = 256 * 1024;

/** The beginning of an answer that is no longer than the limit. */
async function readBounded(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    // Leaving the loop closes the connection.
    if (size > ANSWER_LIMIT) throw new Error(`${response.url} answers more than ${ANSWER_LIMIT} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** An address that leads elsewhere could lead into the portal's own network: it is not followed. */
export async function boundedFetch(url: string, options: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...options, redirect: 'error' });
  const type = response.headers.get('content-type');
  return new Response(await readBounded(response), {
    status: response.status,
    ...(type !== null && { headers: { 'content-type': type } }),
  });
}
