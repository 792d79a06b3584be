import { generateSecret, generateURI, verifySync } from 'otplib';

/** An app's clock and ours may be so far apart, in seconds. */
const CLOCKS_APART = 30;

/** A code of a clock that is further off is told from one that is none, up to so many seconds. */
const CLOCKS_TOLD = 300;

/** What the secret of a new app is: in base 32, to be typed, and as the address that a QR code holds. */
export function newAppSecret(email: string): { secret: string; uri: string } {
  const secret = generateSecret();
  return { secret, uri: generateURI({ issuer: 'Tidewaiter', label: email, secret }) };
}

/** Six digits, as apps show them: with a space in the middle, or not. */
export const looksLikeAppCode = (code: string) => /^\d{6}$/.test(code.replaceAll(' ', ''));

/**
 * The time step of which a code is, where an app with this secret shows it now (RFC 6238); how far its clock is off, in seconds, where it
 * showed it minutes ago or will in some; else undefined.
 */
export function readAppCode(secret: string, code: string, now: Date): { step: number } | { offBy: number } | undefined {
  // The library throws at what is no code.
  if (!looksLikeAppCode(code)) return undefined;
  const epoch = Math.floor(now.getTime() / 1000);
  const found = verifySync({ secret, token: code.replaceAll(' ', ''), epoch, epochTolerance: CLOCKS_TOLD });
  // The type is shared with codes of counters, which have no step.
  if (!found.valid || !('timeStep' in found)) return undefined;
  const offBy = Math.abs(found.epoch - epoch);
  const near = verifySync({ secret, token: code.replaceAll(' ', ''), epoch, epochTolerance: CLOCKS_APART });
  return near.valid && 'timeStep' in near ? { step: near.timeStep } : { offBy };
}
