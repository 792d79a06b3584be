/**
 * Where somebody is on the way to a password: their address, the one-time password that was mailed to it, the new password.
 * A mailed link enters at the last step, confirms a new address, or undoes the change to one.
 */
export type ResetStage =
  | { name: 'email' }
  | { name: 'otp'; email: string; requestId: string; sent: string }
  | { name: 'password'; token: string; byLink: boolean; notice?: string }
  | { name: 'confirm-email'; token: string }
  | { name: 'undo-email'; token: string };

/** The step that a mailed link opens; null for an address without one. What is secret stands behind the `#`. */
export function stageOfLink(hash: string): ResetStage | null {
  const secrets = new URLSearchParams(hash.replace(/^#/, ''));
  const token = secrets.get('token');
  if (token) return { name: 'password', token, byLink: true };
  const emailToken = secrets.get('email');
  if (emailToken) return { name: 'confirm-email', token: emailToken };
  const undoToken = secrets.get('undo');
  return undoToken ? { name: 'undo-email', token: undoToken } : null;
}
