import { isIP } from 'node:net';

/** How the operator has set this portal up, as far as accounts need to know. */
export interface PortalSettings {
  /** Who is told about sign-ups and plan requests; nobody when it is not set. */
  operatorEmail?: string | undefined;
  /** Who says that a sign-up is a person: the operator, or the person by a mailed link. */
  signUpVerification: 'operator' | 'mail';
  /** How much work a sign-up costs a browser, in keys that are tried on average. */
  captchaWork?: number | undefined;
  /** Sessions that a person may have at a time: another one ends that which was used longest ago. */
  sessionsPerPerson?: number | undefined;
  /** Whether everybody must have a second factor, whatever their account asks. */
  secondFactor?: 'required' | 'optional' | undefined;
  /** Whose passkeys are: the portal's host and address; undefined where browsers make none for it. */
  relyingParty?: { id: string; name: string; origin: string } | undefined;
  /** Addresses in the portal that are mailed. What is secret stands behind the #, which no server and no log sees. */
  link: {
    setPassword(token: string): string;
    confirmEmail(token: string): string;
    undoEmail(token: string): string;
    downloads: string;
    files: string;
  };
}

/** The settings of a portal that people reach under an address. */
export function portalSettings(publicUrl: string, rest: Omit<PortalSettings, 'link' | 'relyingParty'>): PortalSettings {
  const base = publicUrl.replace(/\/+$/, '');
  return {
    ...rest,
    relyingParty: relyingPartyOf(publicUrl),
    link: {
      setPassword: (token) => `${base}/reset#token=${token}`,
      confirmEmail: (token) => `${base}/reset#email=${token}`,
      undoEmail: (token) => `${base}/reset#undo=${token}`,
      downloads: `${base}/downloadlog`,
      files: `${base}/following`,
    },
  };
}

/** Browsers make passkeys for hosts that have a name and are reached securely, and for this machine. */
function relyingPartyOf(publicUrl: string): PortalSettings['relyingParty'] {
  if (!URL.canParse(publicUrl)) return undefined;
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
  return isName && isSecure ? { id: hostname, name: 'Tidewaiter', origin } : undefined;
}
