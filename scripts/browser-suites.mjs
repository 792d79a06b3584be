/**
 * What the deep tests of each browser suite prove: the beginnings of paths whose change takes them along. What all screens share
 * (`ui`, `format`, the frame) is not named: the gate goes through every screen. A test holds these to the tree.
 */
const SEARCH = 'apps/web/src/search/';
const FEATURES = 'apps/web/src/features/';

export const BROWSER_SUITES_PROVE = {
  'amounts.spec.ts': [`${SEARCH}facets/`, `${SEARCH}notes/`],
  'analysis.spec.ts': [`${FEATURES}analysis/`],
  'api-keys.spec.ts': [`${FEATURES}profile/`],
  'as-written.spec.ts': [`${SEARCH}table/`, 'packages/records/src/answers/'],
  'awaiting.spec.ts': ['apps/web/src/ui/awaiting', 'apps/web/src/app/'],
  'cold-visit.spec.ts': ['apps/web/src/app/', 'apps/web/vite.config.ts', 'apps/web/src/main.tsx'],
  'company.spec.ts': [`${FEATURES}company/`],
  'connection.spec.ts': ['apps/web/src/session/'],
  'contacts.spec.ts': [`${FEATURES}contacts/`],
  'dashboard.spec.ts': [`${FEATURES}dashboard/`, 'apps/web/src/app/'],
  'exports.spec.ts': [`${FEATURES}downloads/`, `${SEARCH}exports/`, 'apps/portal/src/exports/'],
  'facets.spec.ts': [`${SEARCH}facets/`],
  'failure-points.spec.ts': [`${FEATURES}coverage/`, `${FEATURES}users/`, `${FEATURES}searchlog/`],
  'filters.spec.ts': [`${SEARCH}facets/`, `${SEARCH}notes/`, `${FEATURES}search/`],
  'form-use.spec.ts': [`${SEARCH}form/`],
  'following.spec.ts': [`${FEATURES}following/`, `${SEARCH}following/`, 'apps/portal/src/standing/'],
  'in-depth.spec.ts': [`${FEATURES}in-depth/`],
  'loading.spec.ts': [`${FEATURES}operator/`, 'apps/portal/src/loading/'],
  'login.spec.ts': [`${FEATURES}login/`, 'apps/web/src/session/'],
  'news.spec.ts': [`${FEATURES}news/`],
  'nomenclature.spec.ts': [`${SEARCH}facets/`, 'packages/records/nomenclature/'],
  'numbers.spec.ts': ['apps/web/src/format/', 'apps/web/src/session/number-system'],
  'operator.spec.ts': [`${FEATURES}operator/`],
  'own-lists.spec.ts': [`${FEATURES}workspace/`, `${SEARCH}lists/`, 'apps/portal/src/own-lists/'],
  'paper.spec.ts': ['apps/web/src/ui/page', 'apps/web/src/ui/use-printing', `${SEARCH}table/`],
  'people.spec.ts': [`${FEATURES}profile/`, `${FEATURES}users/`, `${FEATURES}subscriptions/`],
  'place.spec.ts': [`${FEATURES}search/`, `${SEARCH}facets/`],
  'query-line.spec.ts': [`${SEARCH}line/`, 'packages/contract/src/line/'],
  'saving.spec.ts': [`${SEARCH}saving/`, `${FEATURES}workspace/`],
  'search.spec.ts': [`${FEATURES}search/`, `${SEARCH}model/`],
  'searchlog.spec.ts': [`${FEATURES}searchlog/`],
  'second-factor.spec.ts': [`${FEATURES}second-factor/`, 'apps/web/src/session/factors/'],
  'sign-up.spec.ts': [`${FEATURES}signup/`, `${FEATURES}reset/`],
  'translated.spec.ts': ['apps/web/src/ui/jsx-'],
  'workspace.spec.ts': [`${FEATURES}workspace/`],
};
