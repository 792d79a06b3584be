import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface TestSmtp {
  url: string;
  /** Every message that came in, as it came. */
  messages: { to: string[]; text: string }[];
  /** Refuses whatever comes from now on. */
  refuse(): void;
  stop(): Promise<void>;
}

/** A mail server of its own, on loopback. */
export async function startSmtp(): Promise<TestSmtp> {
  const messages: TestSmtp['messages'] = [];
  let refusing = false;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (refusing) return done(new Error('not today'));
        const to = session.envelope.rcptTo.map(({ address }) => address);
        // Soft line breaks of quoted-printable text fall inside links.
        const text = Buffer.concat(chunks).toString().replaceAll('=\r\n', '').replaceAll('=3D', '=');
        messages.push({ to, text });
        return done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    messages,
    refuse() {
      refusing = true;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
