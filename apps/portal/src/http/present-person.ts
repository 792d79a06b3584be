import type { User } from '@tidewaiter/accounts';

/** A person as their account sees them, with the download points that they have left. */
export function presentPerson(user: User, downloadsLeft: number) {
  return {
    userid: user.id,
    uplineId: user.uplineId ?? 0,
    firstname: user.firstname,
    lastname: user.lastname,
    email: user.email,
    mobile: user.mobile,
    company_name: user.companyName,
    downloadLimit: downloadsLeft,
  };
}
