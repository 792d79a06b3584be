import { Link } from '@tanstack/react-router';
import { displayDate } from '@tidewaiter/contract';
import { formatCount } from '../../format/numbers.js';
import { type Subscription, usePerson } from '../../session/account.js';
import { useSession } from '../../session/store.js';
import { Held } from '../../ui/awaiting.js';
import classes from './dashboard.module.css';

/** What the subscription gives and what is left of it, as one quiet line (SPEC 2: limits and expiry); its words until it is known. */
export function Standing({ subscription }: { subscription: Subscription | undefined }) {
  const { accountExpireDate, renewsOn, queryPerDay, downloadLimit, totalWorkspace, perPeriod } = subscription ?? {};
  const person = usePerson();
  const isSubUser = useSession().user?.uplineId !== 0;
  // A sub-user's points are those that their main account gives them.
  const points = isSubUser ? person?.downloadLimit : perPeriod?.downloads;
  return (
    <dl
      className={`wrap gap-4-16 min-h-24 m-0 soft small ${classes.standing}`}
      aria-label="Subscription"
      aria-busy={!subscription}
    >
      <Allowance term="Searches left" left={queryPerDay} of={perPeriod?.searches} />
      <Allowance term="Available download limit" left={downloadLimit} of={points} />
      <Allowance term="Workspaces left" left={totalWorkspace} of={perPeriod?.workspaces} />
      <div className="row gap-8">
        <dt>Renewed on</dt>
        <dd className="ink">{subscription ? renewalWords(renewsOn) : UNKNOWN}</dd>
      </div>
      <div className="row gap-8">
        <dt>Valid until</dt>
        <dd className="ink">{subscription ? expiryWords(accountExpireDate) : UNKNOWN}</dd>
      </div>
    </dl>
  );
}

/** Takes the room of what is to come. */
const UNKNOWN = <Held height={12} width="8ch" />;

const renewalWords = (date: string | null | undefined) =>
  date ? displayDate(date) : 'Never: these are yours for good';
const expiryWords = (date: string | null | undefined) => (date ? displayDate(date) : 'No expiry');

interface AllowanceProps {
  term: string;
  /** Undefined while it is not known. */
  left: number | undefined;
  /** What is given; undefined while it is not known. */
  of: number | undefined;
}

/** An allowance: what is left, of what is given. */
function Allowance({ term, left, of = 0 }: AllowanceProps) {
  if (left === undefined) {
    return (
      <div className="row gap-8">
        <dt>{term}</dt>
        <dd className="ink">{UNKNOWN}</dd>
      </div>
    );
  }
  return (
    <div className="row gap-8">
      <dt>{term}</dt>
      <dd className="ink">
        <Link to="/subscriptions" className="inherit undecorated hovers-line">
          <b className={`strong ${left <= 0 ? 'wrong' : ''}`}>{formatCount(left)}</b>
          {of > 0 && left <= of && <span className="soft"> of {formatCount(of)}</span>}
        </Link>
      </dd>
    </div>
  );
}
