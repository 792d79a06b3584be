/** What the operator asked of an account that cannot be done: its message is shown as it is. */
export class AccountError extends Error {
  override readonly name = 'AccountError';
}
