import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { MESSAGES, PortalError } from '@tidewaiter/contract';
import { and, eq, lt } from 'drizzle-orm';
import { factors, users } from '../database/schema.js';
import type { User } from '../users/user.js';
import type { Foundation } from '../webhooks/foundation.js';
import type { Challenges } from './factor-challenges.js';

/** What a browser made of a challenge, as it came in. The library looks at all of it. */
export type PasskeyAnswer = Readonly<Record<string, unknown>>;

/** A passkey that was just made. */
export interface NewPasskey {
  credentialId: string;
  publicKey: string;
  counter: number;
}

/** Loaded where it is needed alone: it is as much as all the rest of the accounts. */
const webAuthn = () => import('@simplewebauthn/server');

const refused = () => new PortalError('FACTOR_REFUSED', [], MESSAGES.passkeyRefused);

/**
 * Passkeys (WebAuthn). Each shows that its person is there and was known to the device, so one is enough to sign in; each is of this
 * portal's own address, so no other host can ask for it.
 */
export class Passkeys {
  constructor(private readonly deps: Foundation & { challenges: Challenges }) {}

  /** Whether there can be any at the address of this portal. */
  get possible(): boolean {
    return this.deps.settings.relyingParty !== undefined;
  }

  get #relyingParty() {
    const { relyingParty } = this.deps.settings;
    if (!relyingParty) throw new PortalError('PASSKEYS_ELSEWHERE');
    return relyingParty;
  }

  /** What a browser is to make a passkey by. @throws PortalError PASSKEYS_ELSEWHERE */
  async begin(user: User) {
    const { id, name } = this.#relyingParty;
    const own = await this.deps.database
      .select()
      .from(factors)
      .where(and(eq(factors.userId, user.id), eq(factors.kind, 'PASSKEY')));
    const options = await (await webAuthn()).generateRegistrationOptions({
      rpID: id,
      rpName: name,
      userName: user.email,
      // Who is who stays the portal's own: a number of a database tells nothing to who reads a device.
      userID: new TextEncoder().encode(user.accountKey),
      userDisplayName: `${user.firstname} ${user.lastname}`,
      attestationType: 'none',
      excludeCredentials: own.flatMap(({ credentialId }) => (credentialId === null ? [] : [{ id: credentialId }])),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const challengeId = await this.deps.challenges.keep('ADD_PASSKEY', user.id, options.challenge);
    return { challengeId, options: { ...options } };
  }

  /** @throws PortalError CHALLENGE_GONE or FACTOR_REFUSED */
  async made(user: User, challengeId: string, answer: PasskeyAnswer): Promise<NewPasskey> {
    const { id, origin } = this.#relyingParty;
    const expectedChallenge = await this.deps.challenges.take('ADD_PASSKEY', user.id, challengeId);
    const { verifyRegistrationResponse } = await webAuthn();
    const { registrationInfo } = await verifyRegistrationResponse({
      response: answer as unknown as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
    }).catch(() => ({ registrationInfo: undefined }));
    if (!registrationInfo) throw refused();
    const { credential } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
    };
  }

  /** What a browser is asked for any passkey by: it tells nothing of who has one. @throws PortalError PASSKEYS_ELSEWHERE */
  async ask() {
    const { id: rpID } = this.#relyingParty;
    const options = await (await webAuthn()).generateAuthenticationOptions({ rpID, userVerification: 'required' });
    const challengeId = await this.deps.challenges.keep('SHOW_PASSKEY', null, options.challenge);
    return { challengeId, options: { ...options } };
  }

  /**
   * Whose passkey it is that a browser has shown.
   *
   * @throws PortalError CHALLENGE_GONE, or FACTOR_REFUSED also for one that seems to have been copied
   */
  async shown(challengeId: string, answer: PasskeyAnswer): Promise<{ user: User; factorId: string }> {
    const { id, origin } = this.#relyingParty;
    const expectedChallenge = await this.deps.challenges.take('SHOW_PASSKEY', null, challengeId);
    const [found] = await this.deps.database
      .select({ factor: factors, user: users })
      .from(factors)
      .innerJoin(users, eq(users.id, factors.userId))
      .where(eq(factors.credentialId, String(answer.id)));
    const { publicKey = null, credentialId = null, counter = null } = found?.factor ?? {};
    if (!found || publicKey === null || credentialId === null) throw refused();
    const { verifyAuthenticationResponse } = await webAuthn();
    const verified = await verifyAuthenticationResponse({
      response: answer as unknown as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: id,
      credential: {
        id: credentialId,
        publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
        counter: counter ?? 0,
      },
      requireUserVerification: true,
    }).catch(() => undefined);
    if (!verified?.verified) throw refused();
    const { newCounter } = verified.authenticationInfo;
    // Two answers at once of one that counts: the later one is refused, as a copy's would be.
    const goesOn = newCounter === 0 ? undefined : lt(factors.counter, newCounter);
    const [used] = await this.deps.database
      .update(factors)
      .set({ counter: newCounter, lastUsedAt: this.deps.now() })
      .where(and(eq(factors.id, found.factor.id), goesOn))
      .returning();
    if (!used) throw refused();
    return { user: found.user, factorId: used.id };
  }
}
