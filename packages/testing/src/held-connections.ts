/** Connections to a portal that are held for nothing, and that go away at every moment of a call. */
import type { Socket } from 'node:net';

/** What is sent on a connection that is then left as it is. */
export const HELD = {
  malformed: 'NONSENSE\r\n\r\n',
  'half a header': 'GET /login HTTP/1.1\r\nHost: portal\r\n',
  'half a body':
    'POST /user-management/login HTTP/1.1\r\nHost: portal\r\nContent-Type: application/json\r\n' +
    `Authorization: Basic ${btoa('tidewaiter-web:')}\r\nContent-Length: 900\r\n\r\n{`,
  silent: '',
};

/** When a connection of pipelined calls is closed, by what it does once it is open. @param unreadMs for how long answers lie unread */
export const closedAt = (unreadMs: number): Record<string, (socket: Socket, text: string) => void> => ({
  'nothing is sent': (socket) => socket.destroy(),
  'half a head is sent': (socket, text) => socket.write(text.slice(0, text.length >> 1), () => socket.destroy()),
  'calls are written': (socket, text) => socket.write(text.repeat(8), () => socket.destroy()),
  'calls are under way': (socket, text) => socket.write(text.repeat(8), () => setTimeout(() => socket.destroy(), 20)),
  'an answer begins': (socket, text) => {
    socket.once('data', () => socket.destroy());
    socket.write(text.repeat(8));
  },
  'answers are not read': (socket, text) => {
    socket.pause();
    socket.write(text.repeat(8), () => setTimeout(() => socket.destroy(), unreadMs));
  },
});
