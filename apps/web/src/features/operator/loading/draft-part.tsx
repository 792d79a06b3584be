import { Button, Checkbox, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  answerOf,
  type Endpoints,
  type GivenAnswer,
  type ResponseOf,
  type DraftTotals as Totals,
  type UnderstoodDraft,
} from '@tidewaiter/contract';
import { useState } from 'react';
import { ActionButton } from '../../../ui/action-button.js';
import { Notice } from '../../../ui/notice.js';
import { Fact } from '../fact.js';
import { Listed } from '../listed.js';
import { operatorClient } from '../operator-client.js';
import { RejectedFile } from '../rejected-rows.js';
import { DraftQuestions } from './draft-questions.js';
import { DraftTable } from './draft-table.js';
import { DraftTotals } from './draft-totals.js';
import { answerInWords, percent, stateInWords } from './in-words.js';
import { draftOf, type LoadingAct, useLoadingAct } from './loading-calls.js';

type Draft = ResponseOf<Endpoints['operatorDraft']>;

/** What a file is, what it leaves open, what loading it comes to, and the way to load it. */
export function DraftPart({ draft }: { draft: string }) {
  const found = useQuery(draftOf(draft));
  // What was refused stays told when a look at another's answer begins all below anew.
  const act = useLoadingAct();
  return (
    <Listed found={found}>
      {(one) => (
        <section className="stack gap-16" aria-label={one.file} aria-busy={one.state === 'LOOKING' || undefined}>
          <h2>{one.file}</h2>
          {act.error && <Notice kind="wrong">{act.error.message}</Notice>}
          {/* What is answered begins anew with each look. */}
          <Shown key={`${one.revision} ${one.state}`} one={one} act={act} />
        </section>
      )}
    </Listed>
  );
}

function Shown({ one, act }: { one: Draft; act: LoadingAct }) {
  const { found, state } = one;
  const params = { draft: one.draft };
  const { revision } = one;
  const [asked, setAsked] = useState<readonly string[]>(found?.questions[0]?.named.map(({ header }) => header) ?? []);
  const say = (answers: GivenAnswer[], more: { anew?: boolean; name?: string } = {}) =>
    act.mutate(() => operatorClient.answerDraft({ revision, answers, ...more }, { params }));
  const isOpen = state === 'OPEN';
  return (
    <>
      <p className="soft" role="status">
        {stateInWords(one, true)}
      </p>
      {one.error && <Notice kind="wrong">{one.error.join(' ')}</Notice>}
      {found?.understood && (
        <About understood={found.understood} onName={isOpen ? (name) => say([], { name }) : undefined} />
      )}
      {isOpen && found && found.questions.length > 0 && (
        <DraftQuestions found={found} busy={act.isPending} onAnswers={say} onAsk={setAsked} />
      )}
      {found?.understood && (
        <DraftTable
          understood={found.understood}
          asked={isOpen ? asked : []}
          onCorrect={
            isOpen && found.understood.origin === 'understood'
              ? (answer) => say([{ question: null, answer }])
              : undefined
          }
        />
      )}
      {found?.totals && <DraftTotals totals={found.totals} isLoaded={state === 'LOADED'} />}
      {isOpen && found?.totals && <LoadIt key={revision} one={one} act={act} totals={found.totals} />}
      <div className="wrap gap-8">
        {state === 'FAILED' && (
          <ActionButton variant="default" busy={act.isPending} onClick={() => say([])}>
            Look at it again
          </ActionButton>
        )}
        {(isOpen || state === 'FAILED') && one.answers.length > 0 && (
          <ActionButton variant="default" busy={act.isPending} onClick={() => say([], { anew: true })}>
            Forget the answers
          </ActionButton>
        )}
        {one.load !== null && (
          <AfterLoad load={one.load} isTakenOut={one.isTakenOut} rejected={found?.totals?.rowsRejected ?? 0} />
        )}
      </div>
    </>
  );
}

interface AboutProps {
  understood: UnderstoodDraft;
  /** Not where a mapping has its name already. */
  onName: ((name: string) => void) | undefined;
}

const ORIGINS = {
  given: 'as it was chosen',
  shipped: 'which ships with Tidewaiter',
  learned: 'saved before: nothing is asked',
  understood: 'understood from the file; saved with its load',
} as const;

function About({ understood, onName }: AboutProps) {
  const { changed, told, trade, country, dates } = understood;
  const finding = (what: string, found: UnderstoodDraft['trade'], inWords = (value: string) => value) =>
    found && (
      <Fact name={what} why={`${percent(found.sure)}: ${found.reason}`}>
        {found.value === null ? 'Unknown' : inWords(found.value)}
      </Fact>
    );
  return (
    <>
      {changed && (
        <Notice kind="mind">
          Its columns differ from those of {changed.mapping}.
          {changed.added.length > 0 && ` New: ${changed.added.join(', ')}.`}
          {changed.gone.length > 0 && ` Gone: ${changed.gone.join(', ')}.`}
        </Notice>
      )}
      <dl className="grid fit-columns gap-12-24 m-0">
        <Fact name="File">{understood.form}</Fact>
        <Fact name="Mapping" why={ORIGINS[understood.origin]}>
          {onName && understood.origin === 'understood' ? (
            <Rename name={understood.mapping} onName={onName} />
          ) : (
            understood.mapping
          )}
        </Fact>
        {finding('Trade', trade, (value) => answerInWords(answerOf('trade', value.toLowerCase())))}
        {finding('Country', country, (value) => answerInWords(answerOf('country', value)))}
        {finding('Dates', dates)}
      </dl>
      {told.length > 0 && <p className="soft">Taken without asking: {told.join('; ')}.</p>}
    </>
  );
}

function Rename({ name, onName }: { name: string; onName: (name: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  if (typed === null) {
    return (
      <button type="button" className="linkButton" title="Call it otherwise" onClick={() => setTyped(name)}>
        {name}
      </button>
    );
  }
  return (
    <form
      className="flex gap-8"
      onSubmit={(event) => {
        event.preventDefault();
        onName(typed.trim());
      }}
    >
      <TextInput
        aria-label="What the mapping is called"
        size="xs"
        autoFocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" variant="default">
        Save
      </Button>
    </form>
  );
}

function LoadIt({ one, act, totals }: { one: Draft; act: LoadingAct; totals: Totals }) {
  const [accept, setAccept] = useState(false);
  const isDoubted = totals.doubts.length > 0;
  const cannot = totals.sameAs !== null || totals.overlaps.length > 0 || totals.rowsLoaded === 0;
  if (cannot) return null;
  return (
    <>
      {isDoubted && (
        <Checkbox
          label="I have compared it with the source, and it is right"
          checked={accept}
          onChange={(event) => setAccept(event.currentTarget.checked)}
        />
      )}
      <ActionButton
        className="self-start"
        busy={act.isPending}
        done={isDoubted && !accept}
        onClick={() =>
          act.mutate(() =>
            operatorClient.loadDraft({ revision: one.revision, accept }, { params: { draft: one.draft } }),
          )
        }
      >
        Load and publish
      </ActionButton>
    </>
  );
}

/** What may be done with a load that is there. */
function AfterLoad({ load, isTakenOut, rejected }: { load: number; isTakenOut: boolean; rejected: number }) {
  const act = useLoadingAct();
  return (
    <>
      {act.error && <Notice kind="wrong">{act.error.message}</Notice>}
      {act.data && <Notice kind="done">{act.data.message}</Notice>}
      {!isTakenOut && rejected > 0 && <RejectedFile load={load} />}
      {!isTakenOut && (
        <ActionButton
          variant="default"
          busy={act.isPending}
          done={act.isSuccess}
          onClick={() => act.mutate(() => operatorClient.unloadLoad({}, { params: { load } }))}
        >
          Take it out again
        </ActionButton>
      )}
    </>
  );
}
