import { Link } from '@tanstack/react-router';
import { dashedDate } from '../../format/dates.js';
import { formatCount } from '../../format/numbers.js';
import { type Subscription, usePerson } from '../../session/account.js';
import { useSession } from '../../session/store.js';
import { Held } from '../../ui/awaiting.js';
import classes from './standing.module.css';

/** What the subscription gives and what is left of it, as one quiet line (SPEC 2: limits and expiry); its words until it is known. */
export function Standing({ subscription }: { subscription: Subscription | undefined }) {
  const { accountExpireDate, renewsOn, queryPerDay, downloadLimit, totalWorkspace, perPeriod } = subscription ?? {};
  const person = usePerson();
  const isSubUser = useSession().user?.uplineId !== 0;
  // A sub-user's points are those that their main account gives them.
  const points = isSubUser ? person?.downloadLimit : perPeriod?.downloads;
  return (
    <dl className={classes.standing} aria-label="Subscription" aria-busy={!subscription}>
      <Allowance term="Searches left" left={queryPerDay} of={perPeriod?.searches} />
      <Allowance term="Available download limit" left={downloadLimit} of={points} />
      <Allowance term="Workspaces left" left={totalWorkspace} of={perPeriod?.workspaces} />
      <div>
        <dt>Renewed on</dt>
        <dd>{subscription ? renewalWords(renewsOn) : UNKNOWN}</dd>
      </div>
      <div>
        <dt>Valid until</dt>
        <dd>{subscription ? expiryWords(accountExpireDate) : UNKNOWN}</dd>
      </div>
    </dl>
  );
}

/** Takes the room of what is to come. */
const UNKNOWN = <Held height={12} width="8ch" />;

const renewalWords = (date: string | null | undefined) => (date ? dashedDate(date) : 'Never: these are yours for good');
const expiryWords = (date: string | null | undefined) => (date ? dashedDate(date) : 'No expiry');

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
      <div>
        <dt>{term}</dt>
        <dd>{UNKNOWN}</dd>
      </div>
    );
  }
  return (
    <div data-spent={left <= 0 || undefined}>
      <dt>{term}</dt>
      <dd>
        <Link to="/subscriptions" className={`inherit undecorated hovers-line ${classes.left}`}>
          <b>{formatCount(left)}</b>
          {of > 0 && left <= of && <span> of {formatCount(of)}</span>}
        </Link>
      </dd>
    </div>
  );
}
