import { domainOf, type SignOn } from '@tidewaiter/accounts';
import { type EndpointName, type ErrorCode, PortalError } from '@tidewaiter/contract';
import { clearSignOnSecret, setSignOnSecret, signOnSecretOf } from './cookies.js';
import type { Call, Handler } from './handler.js';
import { enter } from './sign-in.js';

/** The library of it is loaded for whoever signs in by it. */
const provider = () => import('../../sign-on/provider.js');

export const signOnOffer: Handler<'signOnOffer'> = async ({ services, request }) => ({
  offered: await services.accounts.access.signOns.isOffered(request.domain),
});

export const beginSignOn: Handler<'beginSignOn'> = async (call) => {
  const { services, config, request, http } = call;
  const { email, keepLoggedIn: kept, fresh } = request;
  const signOn = await services.accounts.access.signOns.ofDomain(domainOf(email));
  const { secret, ...asked } = await services.accounts.access.signOnTries.begin({ signOnId: signOn.id, kept, fresh });
  const { authorizationUrl } = await provider();
  const url = await told(call, signOn, () => authorizationUrl(signOn, asked, { email, fresh }, config));
  setSignOnSecret(http.reply, secret);
  return { url };
};

export const loginByFirm: Handler<'loginByFirm'> = async (call) => {
  const { services, config, request, http } = call;
  const {
    access: { signOns, signOnTries, sessions, rateLimiter },
    people: { signOnPeople },
  } = services.accounts;
  const state = new URLSearchParams(request.answer).get('state') ?? '';
  const asked = await signOnTries.take(signOnSecretOf(http.request), state);
  clearSignOnSecret(http.reply);
  const signOn = await signOns.byId(asked.signOnId);
  if (!signOn) throw new PortalError('SIGN_ON_REFUSED');
  const { identify } = await provider();
  const { person, ...by } = await told(call, signOn, () => identify(signOn, request.answer, asked, config));
  const user = await signOnPeople.find(signOn, person, http.request.ip);
  const signedIn = await enter(call, (how) =>
    sessions.loginShown(user, { keepLoggedIn: asked.kept, provider: by, ...how }),
  );
  // The call before this one, and this.
  for (const _ of config.rateLimits ? [1, 2] : []) await rateLimiter.forgetSignIn(http.request.ip);
  return signedIn;
};

/** Tells the person what they can do about a provider that fails; why it did is written down, and logged where it is not there. */
async function told<Answer>(
  { services, http }: Pick<Call<EndpointName>, 'services' | 'http'>,
  signOn: SignOn,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const { ProviderFailure } = await provider();
  return ask().catch(async (error: unknown) => {
    if (!(error instanceof ProviderFailure)) throw error;
    const { issuer, ownerId } = signOn;
    if (error.told.code === ('ISSUER_AWAY' satisfies ErrorCode))
      http.request.log.warn({ issuer, account: ownerId, why: error.why }, 'the sign-in of a firm is away');
    else await services.accounts.people.signOnPeople.refuse(signOn, error.why, http.request.ip);
    throw error.told;
  });
}
