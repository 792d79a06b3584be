import { Button, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { displayDate, type OperatedPerson } from '@tidewaiter/contract';
import { useState } from 'react';
import { displayTime } from '../../format/dates.js';
import { formatCount } from '../../format/numbers.js';
import { ActionButton } from '../../ui/action-button.js';
import { Notice } from '../../ui/notice.js';
import { saveFile } from '../../ui/save-file.js';
import { TitledModal } from '../../ui/titled-modal.js';
import { Fact } from './fact.js';
import { Listed } from './listed.js';
import { personOf, planNames, useAct } from './operator-calls.js';
import { operatorClient } from './operator-client.js';
import { eventInWords } from './words.js';

interface PersonDialogProps {
  /** Null keeps the dialog closed. */
  person: number | null;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** A person, and what can be done about their account. */
export function PersonDialog({ person, onDone, onClose }: PersonDialogProps) {
  const found = useQuery({ ...personOf(person ?? 0), enabled: person !== null });
  const title = found.data ? found.data.person.name || found.data.person.email : 'Person';
  const end = (message: string) => {
    onDone(message);
    onClose();
  };
  return (
    <TitledModal title={title} opened={person !== null} size="lg" ruled bodyClass="stack gap-16 p-24" onClose={onClose}>
      <Listed found={found}>
        {({ person: one, left, sessions, keys, audit }) => (
          <>
            <dl className="grid fit-columns gap-12-24 m-0">
              <Fact name="Address">{one.email}</Fact>
              <Fact name="Company">{one.company}</Fact>
              {one.owner !== null && <Fact name="User of">{one.owner}</Fact>}
              <Fact name="Plan">
                {one.plan ?? 'None'}
                {one.expiresOn !== null && ` until ${displayDate(one.expiresOn)}`}
                {one.asksFor !== null && `, asks for ${one.asksFor}`}
              </Fact>
              {left && (
                <Fact name="Left">
                  {`${formatCount(left.searches)} searches, ${formatCount(left.downloads)} download points, ${formatCount(left.workspaces)} workspaces`}
                </Fact>
              )}
              <Fact name="Open">{`${formatCount(sessions)} sessions, ${formatCount(keys)} API keys`}</Fact>
              <Fact name="Since">{displayTime(one.createdDate)}</Fact>
            </dl>
            <Acts one={one} onDone={end} />
            <h3>Lately</h3>
            <ul className="plainList grid gap-8">
              {audit.map(({ at, event, by, address }) => (
                <li key={`${at} ${event}`} className="wrap items-center gap-4-16">
                  <span>{displayTime(at)}</span> {eventInWords(event)}
                  <span className="soft">
                    {[by && `by ${by}`, address && `from ${address}`].filter(Boolean).join(', ')}
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
      </Listed>
    </TitledModal>
  );
}

/** What asks for more than a press. */
type Asking = 'plan' | 'grant' | 'erase';

function Acts({ one, onDone }: { one: OperatedPerson; onDone: (message: string) => void }) {
  const params = { person: one.person };
  const [asking, setAsking] = useState<Asking | null>(one.state === 'WAITING' || one.asksFor !== null ? 'plan' : null);
  const act = useAct((how: () => Promise<{ message: string }>) => how());
  const run = (how: () => Promise<{ message: string }>) => {
    if (!act.isPending) act.mutate(how, { onSuccess: ({ message }) => onDone(message) });
  };
  const isMain = one.owner === null;
  const fresh = one.state === 'NO_PASSWORD' || one.state === 'INVITED';

  async function takeAway() {
    const { fileName, text } = await operatorClient.exportPerson({}, { params });
    saveFile(new Blob([text], { type: 'application/json' }), fileName);
    return { message: `What is known of ${one.email} has been handed out.` };
  }

  return (
    <>
      <div className="wrap gap-8">
        {isMain && (
          <Button variant="default" size="xs" aria-expanded={asking === 'plan'} onClick={() => setAsking('plan')}>
            {one.state === 'WAITING' ? 'Approve' : 'Plan'}
          </Button>
        )}
        {one.plan !== null && (
          <Button variant="default" size="xs" aria-expanded={asking === 'grant'} onClick={() => setAsking('grant')}>
            Grant
          </Button>
        )}
        {one.state !== 'WAITING' && one.state !== 'DISABLED' && (
          <ActionButton
            variant="default"
            size="xs"
            busy={act.isPending}
            onClick={() => run(() => operatorClient.resetPersonPassword({}, { params }))}
          >
            {fresh ? 'Send link again' : 'New password by mail'}
          </ActionButton>
        )}
        {one.hasFactor && (
          <ActionButton
            variant="default"
            size="xs"
            busy={act.isPending}
            onClick={() => run(() => operatorClient.resetPersonFactors({}, { params }))}
          >
            Take lost factors away
          </ActionButton>
        )}
        <ActionButton
          variant="default"
          size="xs"
          busy={act.isPending}
          onClick={() =>
            run(() => operatorClient.setPersonDisabled({ disabled: one.state !== 'DISABLED' }, { params }))
          }
        >
          {one.state === 'DISABLED' ? 'Enable' : 'Disable'}
        </ActionButton>
        <ActionButton variant="default" size="xs" busy={act.isPending} onClick={() => run(takeAway)}>
          Export their data
        </ActionButton>
        <Button variant="default" size="xs" aria-expanded={asking === 'erase'} onClick={() => setAsking('erase')}>
          Erase
        </Button>
      </div>
      {act.isError && <Notice kind="wrong">{act.error.message}</Notice>}
      {asking === 'plan' && <PlanForm one={one} busy={act.isPending} run={run} />}
      {asking === 'grant' && <GrantForm one={one} busy={act.isPending} run={run} />}
      {asking === 'erase' && <EraseForm one={one} busy={act.isPending} run={run} />}
    </>
  );
}

interface ActFormProps {
  one: OperatedPerson;
  busy: boolean;
  run: (how: () => Promise<{ message: string }>) => void;
}

function PlanForm({ one, busy, run }: ActFormProps) {
  const { data: plans = [] } = useQuery(planNames);
  const [chosen, setChosen] = useState(one.asksFor ?? one.plan ?? 'Free');
  const params = { person: one.person };
  const waits = one.state === 'WAITING';
  return (
    <form
      className="fields"
      aria-label="Give a plan"
      onSubmit={(event) => {
        event.preventDefault();
        run(() =>
          waits
            ? operatorClient.verifyPerson({ plan: chosen }, { params })
            : operatorClient.subscribePerson({ plan: chosen }, { params }),
        );
      }}
    >
      <NativeSelect
        label="Plan"
        description={
          waits ? 'They are mailed a link to set their password' : 'From today, for as long as the plan says'
        }
        data={plans}
        value={chosen}
        onChange={({ currentTarget: { value } }) => setChosen(value)}
      />
      <ActionButton type="submit" busy={busy}>
        {waits ? 'Approve' : 'Put on this plan'}
      </ActionButton>
    </form>
  );
}

const ALLOWANCES = [
  { value: 'SEARCHES', label: 'Searches' },
  { value: 'DOWNLOADS', label: 'Download points' },
  { value: 'WORKSPACES', label: 'Workspaces' },
] as const;

function GrantForm({ one, busy, run }: ActFormProps) {
  const [value, setValue] = useState<{
    allowance: (typeof ALLOWANCES)[number]['value'];
    amount: number;
    reason: string;
  }>({
    allowance: 'SEARCHES',
    amount: 10,
    reason: '',
  });
  return (
    <form
      className="fields"
      aria-label="Grant"
      onSubmit={(event) => {
        event.preventDefault();
        run(() => operatorClient.grantPerson(value, { params: { person: one.person } }));
      }}
    >
      <NativeSelect
        label="What"
        data={[...ALLOWANCES]}
        value={value.allowance}
        onChange={({ currentTarget }) =>
          setValue({
            ...value,
            allowance: ALLOWANCES.find((one) => one.value === currentTarget.value)?.value ?? 'SEARCHES',
          })
        }
      />
      <NumberInput
        label="How many"
        description="With a minus sign they are taken back"
        allowDecimal={false}
        value={value.amount}
        onChange={(amount) => setValue({ ...value, amount: Number(amount) })}
      />
      <TextInput
        label="Why"
        description="The account reads it in its ledger"
        value={value.reason}
        onChange={(event) => setValue({ ...value, reason: event.currentTarget.value })}
      />
      <ActionButton type="submit" busy={busy}>
        Grant
      </ActionButton>
    </form>
  );
}

function EraseForm({ one, busy, run }: ActFormProps) {
  const [value, setValue] = useState({ email: '', reason: '' });
  return (
    <form
      className="fields"
      aria-label="Erase"
      onSubmit={(event) => {
        event.preventDefault();
        run(() => operatorClient.erasePerson(value, { params: { person: one.person } }));
      }}
    >
      <Notice kind="mind">
        This erases all that is known of them{one.owner === null && ', with all their sub-users'}, for good. Nothing
        brings it back but a backup.
      </Notice>
      <TextInput
        label={`Type ${one.email}`}
        autoComplete="off"
        value={value.email}
        onChange={(event) => setValue({ ...value, email: event.currentTarget.value })}
      />
      <TextInput
        label="Why"
        description="It stays in the audit log: name nobody in it"
        value={value.reason}
        onChange={(event) => setValue({ ...value, reason: event.currentTarget.value })}
      />
      <ActionButton type="submit" color="red" busy={busy}>
        Erase for good
      </ActionButton>
    </form>
  );
}
