/** An authorization server whose access tokens let programs in. */
export interface TrustedIssuer {
  /** As its tokens and its own description spell it. */
  issuer: string;
  /** What its tokens are for, beside the addresses of the surfaces. */
  audience: string;
  /** The claim that has the address of a token's person. */
  personClaim: string;
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** By TLS, or to this machine: what goes another way can be changed on it. */
export function isProtected(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname));
}
