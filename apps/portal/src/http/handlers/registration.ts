import { MESSAGES } from '@tidewaiter/contract';
import type { Handler } from '../handler.js';

export const captcha: Handler<'captcha'> = async ({ house }) => {
  const { id, image, question, expiresAt } = await house.accounts.captchas.make();
  return { captchaId: id, image, question, expiresDate: expiresAt.toISOString() };
};

export const signUp: Handler<'signUp'> = async ({ house, request }) => {
  const { firstname, lastname, email, mobile, company_name, captchaId, captcha } = request;
  await house.accounts.captchas.solve(captchaId, captcha);
  await house.accounts.signUps.take({ firstname, lastname, email, mobile, companyName: company_name });
  return { message: MESSAGES.registered };
};
