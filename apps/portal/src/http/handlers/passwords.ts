import { MESSAGES } from '@tidewaiter/contract';
import type { Handler } from '../handler.js';

export const forgotPassword: Handler<'forgotPassword'> = async ({ house, request, http }) => ({
  message: MESSAGES.otpSent,
  requestId: await house.accounts.passwordResets.begin(request.userEmail, http.request.ip),
});

export const verifyOtp: Handler<'verifyOtp'> = async ({ house, request }) => ({
  token: await house.accounts.passwordResets.verify(request.requestId, request.otp),
});

export const setPassword: Handler<'setPassword'> = async ({ house, request, http }) => {
  await house.accounts.passwords.set(request.token, request.password, http.request.ip);
  return { message: MESSAGES.passwordReset };
};
