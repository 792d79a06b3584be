import type { AddressInfo, Server } from 'node:net';

/** Has a server take calls on a free port of loopback. @returns where */
export async function onLoopback(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Ends a server and whatever is connected to it. */
export const ended = (server: Server & { closeAllConnections(): void }): Promise<void> =>
  new Promise((resolve) => {
    server.closeAllConnections();
    server.close(() => resolve());
  });
