import { useWindowEvent } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Endpoints, ResponseOf } from '@tidewaiter/contract';
import { useState } from 'react';
import { formatCount, shortAmount } from '../../format/numbers.js';
import { ActionButton } from '../../ui/action-button.js';
import { NothingHere } from '../../ui/nothing-here.js';
import { Notice } from '../../ui/notice.js';
import { Listed } from './listed.js';
import { proposals, useAct } from './operator-calls.js';
import { operatorClient } from './operator-client.js';

type Proposal = ResponseOf<Endpoints['operatorProposals']>['proposals'][number];

const WHY: Record<Proposal['likeness'], string> = {
  number: 'Both state this official number',
  form: 'The names differ by a legal form or an abbreviation alone',
  address: 'One name goes on with a place or an address',
  cut: 'One name is the beginning of the other, cut off where a column ends',
  typing: 'The names are a letter or two apart, as by a slip of typing',
};

const VERDICTS = { YES: 'Make them one company', NO: 'Keep them apart', LATER: 'Decide later' } as const;

type Verdict = keyof typeof VERDICTS;

/** The keys that say it, and that take back what was said last. */
const KEYS: Record<Verdict | 'UNDO', string> = { YES: 'y', NO: 'n', LATER: 'l', UNDO: 'u' };

/** Pairs of parties that are likely one company: one is decided after the other, by a key each. */
export function ProposalsPart() {
  const found = useQuery(proposals);
  const [last, setLast] = useState<{ pair: Proposal; verdict: Verdict } | null>(null);
  const act = useAct(({ pair, verdict, before }: { pair: Proposal; verdict: Verdict | 'UNDO'; before?: Verdict }) =>
    operatorClient.decideProposal({
      ...{ first: pair.first.key, second: pair.second.key, verdict, despite: pair.numbers.length > 1 },
      ...(before !== undefined && { before }),
    }),
  );
  const sameNumber = useAct(() => operatorClient.acceptSameNumber({}));
  const said = [act, sameNumber].toSorted((a, b) => b.submittedAt - a.submittedAt)[0];
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
    <div className="stack gap-16">
      {said?.isError && <Notice kind="wrong">{said.error.message}</Notice>}
      {said?.isSuccess && (
        <div className="wrap gap-8">
          <Notice kind="done">{said.data.message}</Notice>
          {last && said === act && (
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
              {shown.likeness === 'number' && (
                <div className="wrap gap-8">
                  <ActionButton variant="default" busy={sameNumber.isPending} onClick={() => sameNumber.mutate()}>
                    Make one company of each number
                  </ActionButton>
                  <span className="soft">All pairs that state one number at once; they can be parted one by one.</span>
                </div>
              )}
            </>
          ) : (
            <NothingHere says="No likely pair is left to decide." />
          )
        }
      </Listed>
    </div>
  );
}

/** What both have, of what there is to have. */
function inCommon(counts: readonly [count: number, one: string, many: string][]): string {
  const common = counts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${formatCount(count)} ${count === 1 ? one : many}`);
  return common.length === 0
    ? 'They have no goods, countries or addresses in common.'
    : `In common: ${new Intl.ListFormat('en').format(common)}.`;
}

/** The two names side by side, and what speaks for their being one, or against it. */
function Pair({ pair: { first, second, likeness, numbers, headings, countries, details } }: { pair: Proposal }) {
  const [number, other] = numbers;
  return (
    <>
      <h2>Are these one company?</h2>
      <dl className="grid fit-columns gap-12-24 m-0">
        {[first, second].map(({ key, name, records, valueUsd }) => (
          <div key={key} className="raised p-16">
            <dt className="text ink strong">{name}</dt>
            <dd className="soft">{`${formatCount(records)} records, USD ${shortAmount(valueUsd.toFixed(0))}`}</dd>
          </div>
        ))}
      </dl>
      {other !== undefined && (
        <Notice kind="mind">{`The first states ${number}, the second ${other}: these are most likely two companies.`}</Notice>
      )}
      <p>
        {`${WHY[likeness]}${likeness === 'number' ? `: ${number}` : ''}. ${inCommon([
          [headings, 'heading of goods', 'headings of goods'],
          [countries, 'reporting country', 'reporting countries'],
          [details, 'address or number', 'addresses or numbers'],
        ])}`}
      </p>
      <p className="soft">
        Make them one company: these two become one in all lists, searches and figures, under the name with more
        records. Keep them apart: they are not proposed again. Either can be undone.
      </p>
    </>
  );
}
