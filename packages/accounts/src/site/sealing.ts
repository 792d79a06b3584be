import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { OperatorError } from '@tidewaiter/contract';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals secrets that must be read again, so that whoever has the database alone has none of them: AES-256-GCM by the portal's secret
 * key, which lies elsewhere. Each is bound to what it is the secret of: put in another row, it does not open.
 */
export class Sealing {
  #known: { key: Buffer; mark: string } | undefined;

  /** @param secretKey is asked for when the first secret is sealed or opened, 32 bytes */
  constructor(private readonly secretKey: () => Buffer) {}

  seal(secret: Buffer, whose: string): string {
    const { key, mark } = this.#key();
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(whose));
    const sealed = Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
    return `${mark}.${sealed.toString('base64url')}`;
  }

  /** @throws OperatorError where another key has sealed it, or it is not this one's */
  open(sealed: string, whose: string): Buffer {
    const { key, mark } = this.#key();
    const [sealedBy, text = ''] = sealed.split('.');
    if (sealedBy !== mark)
      throw new OperatorError('A secret was sealed by another key than this portal has.', [
        'Set SECRET_KEY to the one that sealed it, alike at all portals of these accounts, or make the secret anew.',
      ]);
    const bytes = Buffer.from(text, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES)).setAAD(Buffer.from(whose));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
    } catch (error) {
      throw new OperatorError('A sealed secret has been changed, or is somebody else’s.', [], { cause: error });
    }
  }

  #key() {
    if (this.#known) return this.#known;
    const key = this.secretKey();
    // Tells keys apart, and says nothing of them.
    const mark = createHash('sha256').update('tidewaiter sealing').update(key).digest('hex').slice(0, 8);
    this.#known = { key, mark };
    return this.#known;
  }
}
