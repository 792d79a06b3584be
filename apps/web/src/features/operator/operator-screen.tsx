import { usePrefetchQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Page } from '../../ui/page.js';
import tabs from '../../ui/tabs.module.css';
import { AuditPart } from './audit-part.js';
import { HealthPart } from './health-part.js';
import { JobsPart } from './jobs-part.js';
import { LoadsPart } from './loads-part.js';
import { proposals } from './operator-calls.js';
import { PeoplePart } from './people-part.js';
import { ProposalsPart } from './proposals-part.js';
import { SitePart } from './site-part.js';

const route = getRouteApi('/signed-in/operator');

/** What a part of the screen is called, in the address and in words. */
const PARTS = {
  people: 'People',
  loads: 'Loads',
  parties: 'Parties',
  site: 'Site and notices',
  jobs: 'Jobs',
  health: 'Health and backups',
  audit: 'Audit log',
} as const;

type Part = keyof typeof PARTS;

const SHOWN: Record<Part, () => React.ReactNode> = {
  people: PeoplePart,
  loads: LoadsPart,
  parties: ProposalsPart,
  site: SitePart,
  jobs: JobsPart,
  health: HealthPart,
  audit: AuditPart,
};

/** What who runs the portal does by commands, on a screen. Each act is written down with their name. */
export function OperatorScreen() {
  // Names are compared for seconds at first.
  usePrefetchQuery(proposals);
  const { part = 'people' } = route.useSearch();
  const shown: Part = part in PARTS ? (part as Part) : 'people';
  const Shown = SHOWN[shown];
  return (
    <Page title="Operator" lead="What is done here is written down in the audit log.">
      <nav className={tabs.tabs} aria-label="Parts">
        {(Object.entries(PARTS) as [Part, string][]).map(([key, label]) => (
          <Link
            key={key}
            to="/operator"
            search={{ part: key }}
            activeOptions={{ exact: true }}
            aria-current={key === shown ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      <Shown />
    </Page>
  );
}
