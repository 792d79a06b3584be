/** The header's entries, labels as SPEC 2 spells them, and Data Coverage beside them. An entry joins when its screen is built. */
const ENTRIES = [
  { label: 'Dashboard', to: '/exchange', mainAccountOnly: false },
  { label: 'Workspace', to: '/workspace', mainAccountOnly: false },
  { label: 'Save Contact', to: '/savecontact', mainAccountOnly: false },
  { label: 'Users', to: '/users', mainAccountOnly: true },
  { label: 'Search History', to: '/searchlog', mainAccountOnly: false },
  { label: 'Download History', to: '/downloadlog', mainAccountOnly: false },
  { label: 'Subsciptions', to: '/subscriptions', mainAccountOnly: false },
  { label: 'Search Global Data', to: '/list1', mainAccountOnly: false },
  { label: 'Data Coverage', to: '/coverage', mainAccountOnly: false },
] as const;

/** Whether an entry leads to the screen of a path; the dashboard has two (DESIGN 5). */
export function isCurrent({ to }: Pick<(typeof ENTRIES)[number], 'to'>, path: string): boolean {
  return to === path || (to === '/exchange' && path === '/dashboard');
}

/** The entries that a person sees: a main account has an upline of 0. */
export function navigationFor(user: { uplineId: number }) {
  return ENTRIES.filter(({ mainAccountOnly }) => !mainAccountOnly || user.uplineId === 0);
}
