/**
 * Sends a call. One that left before the session was renewed is refused for the token that it carries, which says nothing of the session:
 * it is sent once more, with the token that counts now.
 *
 * @param renewed the token that took another one's place; null where none did
 */
export const sender =
  (renewed: (sent: string | null) => string | null, send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const response = await send(input, init);
    if (response.status !== 401) return response;
    const headers = new Headers(init?.headers);
    const token = renewed(headers.get('accessedby'));
    if (token === null) return response;
    headers.set('accessedby', token);
    return send(input, { ...init, headers });
  };
