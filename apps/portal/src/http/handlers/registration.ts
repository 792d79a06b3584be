import { countedAddress } from '@tidewaiter/accounts';
import { MESSAGES } from '@tidewaiter/contract';
import type { Handler } from '../handler.js';

/**
 * Work for the browser. A question in words is read by programs, so it is given only where browsers compute no keys: where the page
 * came over plain HTTP.
 */
export const captcha: Handler<'captcha'> = async ({ house, config, request, http }) => {
  const { captchas, rateLimiter } = house.accounts;
  const overTls = http.request.protocol === 'https' || config.publicUrl.startsWith('https:');
  const inWords = request?.inWords === true && !overTls;
  if (inWords && config.rateLimits) await rateLimiter.count('CAPTCHA_IN_WORDS', countedAddress(http.request.ip));
  const { id, waitMs, expiresAt, ...asked } = inWords ? await captchas.inWords() : await captchas.ofWork();
  return { captchaId: id, ...asked, waitSeconds: waitMs / 1000, expiresDate: expiresAt.toISOString() };
};

export const signUp: Handler<'signUp'> = async ({ house, request }) => {
  const { firstname, lastname, email, mobile, company_name, captchaId, captcha } = request;
  await house.accounts.captchas.solve(captchaId, captcha);
  await house.accounts.signUps.take({ firstname, lastname, email, mobile, companyName: company_name });
  return { message: MESSAGES.registered };
};
