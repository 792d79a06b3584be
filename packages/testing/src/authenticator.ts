import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { encodeCBOR } from '@levischuck/tiny-cbor';
import { generateSync } from 'otplib';

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

/** What an app with this secret shows, so many steps of half a minute from now: each code is taken once. */
export const appCode = (secret: string, steps = 0): string =>
  generateSync({ secret, epoch: Date.now() / 1000 + 30 * steps });

/** What a test makes a device do that a good one would not. */
export interface Misdeeds {
  /** The page that asks, as the browser names it. */
  origin?: string;
  /** Whose passkey the device holds it for. */
  rpId?: string;
  /** It did not look who is there. */
  unverified?: boolean;
  /** How often it says that it was used; 0 where it does not count. */
  counter?: number;
}

/** A device that holds one passkey, in the place of a browser's and a phone's: the same bytes, made by the standard's rules. */
export class Authenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly id = base64url(randomBytes(32));

  constructor(
    private readonly origin: string,
    private readonly rpId: string,
  ) {}

  /** Makes the passkey that it is asked for, in JSON. */
  make(options: Record<string, unknown>, misdeeds: Misdeeds = {}) {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    // A COSE key (RFC 9053): elliptic curve, ES256, P-256.
    const publicKey = encodeCBOR(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    const id = Buffer.from(this.id, 'base64url');
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([id.length >> 8, id.length & 255]), id, publicKey]);
    const authData = Buffer.concat([this.#header(0x40, misdeeds), attested]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ]);
    return this.#answer({
      clientDataJSON: base64url(this.#clientData('webauthn.create', options, misdeeds)),
      attestationObject: base64url(encodeCBOR(attestation as never)),
    });
  }

  /** Shows the passkey, in JSON. */
  show(options: Record<string, unknown>, misdeeds: Misdeeds = {}) {
    const authData = this.#header(0, misdeeds);
    const clientData = this.#clientData('webauthn.get', options, misdeeds);
    const signed = sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.#keys.privateKey);
    return this.#answer({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(authData),
      signature: base64url(signed),
    });
  }

  #answer(response: Record<string, string>) {
    const type = 'public-key' as const;
    return { id: this.id, rawId: this.id, type, clientExtensionResults: {}, response };
  }

  #header(flags: number, { rpId = this.rpId, unverified = false, counter = 0 }: Misdeeds): Buffer {
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([0x01 | (unverified ? 0 : 0x04) | flags]), counted]);
  }

  #clientData(type: string, { challenge }: Record<string, unknown>, { origin = this.origin }: Misdeeds): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }
}
