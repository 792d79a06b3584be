import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { client } from '../client.js';

/** What the browser says of a passkey that came to nothing, in words that say what to do. */
function inWords(error: unknown): Error {
  const { name = '' } = error instanceof Error ? error : {};
  const code = error instanceof WebAuthnError ? error.code : '';
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return new Error('This device has a passkey for your account already.');
  if (code === 'ERROR_INVALID_DOMAIN' || code === 'ERROR_INVALID_RP_ID' || name === 'SecurityError')
    return new Error('Passkeys work at the portal’s own address only. Please open it there.');
  return new Error('Your browser has shown no passkey. Please try again, or use another way.');
}

/** Has the browser make a passkey, by what the portal asks. */
export async function makePasskey(options: Record<string, unknown>) {
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return startRegistration({ optionsJSON }).then(plain, (error) => Promise.reject(inWords(error)));
}

/** Has the browser show one of the person's passkeys. */
export async function showPasskey() {
  const { challengeId, options } = await client.askPasskey({});
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const passkey = await startAuthentication({ optionsJSON }).then(plain, (error) => Promise.reject(inWords(error)));
  return { challengeId, passkey };
}

/** As it travels: the standard's types have no place for what else an answer may hold. */
const plain = (answer: { id: string; type: 'public-key'; response: object }) => ({
  ...Object.fromEntries(Object.entries(answer)),
  id: answer.id,
  type: answer.type,
  response: Object.fromEntries(Object.entries(answer.response)),
});
