/**
 * The header's entries (SPEC 2), and Following and Data Coverage beside them: first what people come for, then what they have kept and done, at the end
 * what is about their account.
 */
export const ENTRIES = [
  { label: 'Search Global Data', to: '/list1', group: 'ask', mainAccountOnly: false },
  { label: 'Dashboard', to: '/exchange', group: 'ask', mainAccountOnly: false },
  { label: 'Workspace', to: '/workspace', group: 'ask', mainAccountOnly: false },
  { label: 'Following', to: '/following', group: 'ask', mainAccountOnly: false },
  { label: 'Save Contact', to: '/savecontact', group: 'kept', mainAccountOnly: false },
  { label: 'Search History', to: '/searchlog', group: 'kept', mainAccountOnly: false },
  { label: 'Download History', to: '/downloadlog', group: 'kept', mainAccountOnly: false },
  { label: 'Data Coverage', to: '/coverage', group: 'about', mainAccountOnly: false },
  { label: 'Users', to: '/users', group: 'account', mainAccountOnly: true },
  { label: 'Subscriptions', to: '/subscriptions', group: 'account', mainAccountOnly: false },
] as const;

/** Whether an entry leads to the screen of a path; the dashboard has two (DESIGN 5). */
export function isCurrent({ to }: Pick<(typeof ENTRIES)[number], 'to'>, path: string): boolean {
  return to === path || (to === '/exchange' && path === '/dashboard');
}

/** The entries that a person sees: a main account has an upline of 0. */
export function navigationFor(user: { uplineId: number }) {
  return ENTRIES.filter(({ mainAccountOnly }) => !mainAccountOnly || user.uplineId === 0);
}
