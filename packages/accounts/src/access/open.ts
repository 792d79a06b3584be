import type { Foundation } from '../webhooks/foundation.js';
import { ApiKeys } from './api-keys.js';
import { Captchas } from './captchas.js';
import { Connections } from './connections.js';
import { Challenges } from './factor-challenges.js';
import { Factors } from './factors.js';
import { KnownBrowsers } from './known-browsers.js';
import { OneUseLinks } from './one-use-links.js';
import { OperatorResets } from './operator-resets.js';
import { Passkeys } from './passkeys.js';
import { PasswordResets } from './password-resets.js';
import { Passwords } from './passwords.js';
import { RateLimiter } from './rate-limiter.js';
import { Sessions } from './sessions.js';
import { SignInTries } from './sign-in-tries.js';
import { SignOnTries } from './sign-on-tries.js';
import { SignOns } from './sign-ons.js';

/** How somebody shows who they are, and what they are let in by. */
export type Access = ReturnType<typeof openAccess>;

export function openAccess(given: Foundation) {
  const { database, settings, now } = given;
  const rateLimiter = new RateLimiter(given.pool);
  const knownBrowsers = new KnownBrowsers(database, now);
  const links = new OneUseLinks(database, now);
  const challenges = new Challenges(database, now);
  const passkeys = new Passkeys({ ...given, challenges });
  const factors = new Factors({ ...given, challenges, passkeys, rateLimiter });
  const sessions = new Sessions({ ...given, factors });
  const apiKeys = new ApiKeys(given);
  const ending = { ...given, links, sessions, knownBrowsers, apiKeys };
  return {
    rateLimiter,
    knownBrowsers,
    links,
    passkeys,
    factors,
    sessions,
    apiKeys,
    captchas: new Captchas(database, settings, now),
    connections: new Connections({ ...given, apiKeys }),
    passwords: new Passwords(ending),
    passwordResets: new PasswordResets({ ...given, links }),
    operatorResets: new OperatorResets({ ...ending, factors }),
    signInTries: new SignInTries(rateLimiter, knownBrowsers),
    signOns: new SignOns(given),
    signOnTries: new SignOnTries(database, now),
  };
}
