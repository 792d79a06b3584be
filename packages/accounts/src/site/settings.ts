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
  /** Addresses in the portal that are mailed. What is secret stands behind the #, which no server and no log sees. */
  link: {
    setPassword(token: string): string;
    confirmEmail(token: string): string;
    undoEmail(token: string): string;
    downloads: string;
  };
}

/** The settings of a portal that people reach under an address. */
export function portalSettings(publicUrl: string, rest: Omit<PortalSettings, 'link'>): PortalSettings {
  const base = publicUrl.replace(/\/+$/, '');
  return {
    ...rest,
    link: {
      setPassword: (token) => `${base}/reset#token=${token}`,
      confirmEmail: (token) => `${base}/reset#email=${token}`,
      undoEmail: (token) => `${base}/reset#undo=${token}`,
      downloads: `${base}/downloadlog`,
    },
  };
}
