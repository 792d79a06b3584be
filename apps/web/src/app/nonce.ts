/** The nonce of this response, which the content security policy asks of every style element. */
export function pageNonce(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  // Browsers hide the attribute and keep the property; before a policy is in force it is the other way round.
  return meta?.nonce || meta?.getAttribute('nonce') || '';
}
