import { Link } from '@tanstack/react-router';
import tabs from '../ui/tabs.module.css';

/** What an account keeps, each on a tab of its own. */
const TABS = {
  searches: { label: 'Saved searches', to: '/workspace', search: {} },
  following: { label: 'Following', to: '/following', search: {} },
  lists: { label: 'Lists', to: '/workspace', search: { list: 'all' } },
  contacts: { label: 'Contacts', to: '/savecontact', search: {} },
  reports: { label: 'Reports', to: '/reports', search: {} },
} as const;

/** One rule for all of them. */
export const SHARING = 'Everybody of your account sees these; who made one, and the main account, may change it.';

/** The ways between the tabs of what an account keeps. */
export function WorkspaceTabs({ shown }: { shown: keyof typeof TABS }) {
  return (
    <nav className={tabs.tabs} aria-label="What your account keeps">
      {Object.entries(TABS).map(([key, { label, to, search }]) => (
        <Link
          key={key}
          to={to}
          search={search}
          activeOptions={{ exact: true, includeSearch: true }}
          activeProps={{}}
          aria-current={key === shown ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
