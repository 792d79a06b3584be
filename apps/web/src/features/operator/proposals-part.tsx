import { useWindowEvent } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Endpoints, ResponseOf } from '@tidewaiter/contract';
import { useState } from 'react';
import { formatCount } from '../../format/numbers.js';
import { ActionButton } from '../../ui/action-button.js';
import { NothingHere } from '../../ui/nothing-here.js';
import { Notice } from '../../ui/notice.js';
import { Listed } from './listed.js';
import classes from './operator.module.css';
import { proposals, useAct } from './operator-calls.js';
import { operatorClient } from './operator-client.js';

type Proposal = ResponseOf<Endpoints['operatorProposals']>['proposals'][number];

const WHY: Record<Proposal['likeness'], string> = {
  form: 'One name but for its legal form or abbreviations',
  address: 'A place or address stands behind the form',
  cut: 'One name was cut off',
  typing: 'A letter or two apart',
};

const VERDICTS = { YES: 'They are one', NO: 'They are two', LATER: 'Later' } as const;

type Verdict = keyof typeof VERDICTS;

/** The keys that say it, and that take back what was said last. */
const KEYS: Record<Verdict | 'UNDO', string> = { YES: 'y', NO: 'n', LATER: 'l', UNDO: 'u' };

/** Pairs of parties that are likely one company: one is decided after the other, by a key each. */
export function ProposalsPart() {
  const found = useQuery(proposals);
  const [last, setLast] = useState<{ pair: Proposal; verdict: Verdict } | null>(null);
  const act = useAct(({ pair, verdict, before }: { pair: Proposal; verdict: Verdict | 'UNDO'; before?: Verdict }) =>
    operatorClient.decideProposal({
      ...{ first: pair.first.key, second: pair.second.key, verdict },
      ...(before !== undefined && { before }),
    }),
  );
  const [pair] = found.data ?? [];

  function decide(verdict: Verdict) {
    if (pair && !act.isPending && !found.isFetching)
      act.mutate({ pair, verdict }, { onSuccess: () => setLast({ pair, verdict }) });
  }

  function undo() {
    if (last && !act.isPending)
      act.mutate({ pair: last.pair, verdict: 'UNDO', before: last.verdict }, { onSuccess: () => setLast(null) });
  }

  useWindowEvent('keydown', ({ key, ctrlKey, metaKey, altKey, target }) => {
    const isTyping =
      target instanceof HTMLElement && target.closest('input, textarea, select, [role="dialog"]') !== null;
    if (isTyping || ctrlKey || metaKey || altKey) return;
    if (key === KEYS.UNDO) undo();
    const verdict = (Object.keys(VERDICTS) as Verdict[]).find((one) => KEYS[one] === key);
    if (verdict) decide(verdict);
  });

  return (
    <div className={classes.part}>
      {act.isError && <Notice kind="wrong">{act.error.message}</Notice>}
      {act.isSuccess && (
        <div className="wrap gap-8">
          <Notice kind="done">{act.data.message}</Notice>
          {last && (
            <ActionButton variant="default" size="xs" aria-keyshortcuts={KEYS.UNDO} busy={act.isPending} onClick={undo}>
              Undo (U)
            </ActionButton>
          )}
        </div>
      )}
      <Listed found={found}>
        {([shown]) =>
          shown ? (
            <>
              <Pair pair={shown} />
              <div className="wrap gap-8">
                {(Object.entries(VERDICTS) as [Verdict, string][]).map(([verdict, label]) => (
                  <ActionButton
                    key={verdict}
                    variant={verdict === 'YES' ? 'filled' : 'default'}
                    aria-keyshortcuts={KEYS[verdict]}
                    busy={act.isPending && act.variables.verdict === verdict}
                    onClick={() => decide(verdict)}
                  >
                    {`${label} (${KEYS[verdict].toUpperCase()})`}
                  </ActionButton>
                ))}
              </div>
            </>
          ) : (
            <NothingHere says="No parties are likely one that nobody has decided on." />
          )
        }
      </Listed>
    </div>
  );
}

/** The two names side by side, and what speaks for their being one. */
function Pair({ pair: { first, second, likeness, headings, countries, details } }: { pair: Proposal }) {
  return (
    <>
      <h2>Are these one company?</h2>
      <dl className={classes.pair}>
        {[first, second].map(({ key, name, records }) => (
          <div key={key}>
            <dt>{name}</dt>
            <dd>{`${formatCount(records)} records`}</dd>
          </div>
        ))}
      </dl>
      <p>
        {`${WHY[likeness]}. Both trade ${formatCount(headings)} headings of goods, stand in ${formatCount(countries)} source countries, and share ${formatCount(details)} addresses or numbers.`}
      </p>
    </>
  );
}
