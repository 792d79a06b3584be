import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import {
  displayDate,
  type OperatedPerson,
  PEOPLE_LISTS,
  type PeopleList,
  type PersonState,
} from '@tidewaiter/contract';
import { useRef, useState } from 'react';
import { displayTime } from '../../format/dates.js';
import { NewPersonForm } from '../../session/new-person-form.js';
import { Badge } from '../../ui/badge.js';
import { ColumnTable } from '../../ui/column-table.js';
import { ListPages } from '../../ui/list-pages.js';
import { NothingHere } from '../../ui/nothing-here.js';
import { Notice } from '../../ui/notice.js';
import { SoughtText } from '../../ui/sought-text.js';
import { FormDialog } from '../../ui/titled-modal.js';
import { Listed } from './listed.js';
import { PAGE_SIZE, peoplePage, planNames, useAct } from './operator-calls.js';
import { operatorClient } from './operator-client.js';
import { PersonDialog } from './person-dialog.js';

const route = getRouteApi('/signed-in/operator');

const STATES: Record<PersonState, string> = {
  ACTIVE: 'Active',
  WAITING: 'Waits to be let in',
  INVITED: 'Invited',
  NO_PASSWORD: 'Has no password yet',
  DISABLED: 'Disabled',
};

const LISTS: Record<PeopleList, string> = { ALL: 'Everybody', WAITING: 'Waiting', ASKING: 'Ask for a plan' };

/** Who has an account, who waits for one, and who asks for another plan. */
export function PeoplePart() {
  const { list: asked, text = '' } = route.useSearch();
  const navigate = useNavigate({ from: '/operator' });
  const list = PEOPLE_LISTS.find((one) => one === asked) ?? 'ALL';
  const [page, setPage] = useState(0);
  const [opened, setOpened] = useState<number | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const [invites, setInvites] = useState(false);
  const opener = useRef<Element | null>(null);
  const found = useQuery(peoplePage(list, text, page));
  const counts = { ALL: undefined, WAITING: found.data?.waiting, ASKING: found.data?.asking };

  function open(person: number) {
    opener.current = document.activeElement;
    setOpened(person);
  }

  /** What was done read the list anew, and the dialog with it: the focus goes back by hand. */
  function close() {
    setOpened(null);
    requestAnimationFrame(() => opener.current instanceof HTMLElement && opener.current.focus());
  }

  function narrow(part: { list?: string; text?: string }) {
    setPage(0);
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  }

  return (
    <div className="stack gap-16">
      <div className="wrap spread items-end gap-8-16">
        <SegmentedControl
          aria-label="Which people"
          value={list}
          onChange={(value) => narrow({ list: value })}
          data={PEOPLE_LISTS.map((value) => ({
            value,
            label: counts[value] ? `${LISTS[value]} (${counts[value]})` : LISTS[value],
          }))}
        />
        <SoughtText
          w="min(320px, 100%)"
          label="Find"
          placeholder="Address, name or company"
          text={text}
          onLook={(sought) => narrow({ text: sought })}
        />
        <Button onClick={() => setInvites(true)}>Invite a customer</Button>
      </div>
      {done !== null && <Notice kind="done">{done}</Notice>}
      <Listed found={found}>
        {({ people, total }) =>
          people.length === 0 ? (
            <NothingHere
              says={list === 'ALL' ? 'No person’s address, name or company contains that.' : 'Nobody, just now.'}
            />
          ) : (
            <>
              <ColumnTable
                label="People"
                rows={people}
                keyOf={({ person }) => person}
                columns={[
                  {
                    name: 'Name',
                    isHead: true,
                    look: () => ({ className: 'anywhere' }),
                    cell: (one) => <Name of={one} onOpen={open} />,
                  },
                  {
                    name: 'Company',
                    isWide: true,
                    cell: ({ company, owner }) => (owner === null ? company : `User of ${owner}`),
                  },
                  { name: 'State', cell: ({ state }) => <Badge mind={state === 'WAITING'}>{STATES[state]}</Badge> },
                  { name: 'Plan', cell: PlanOf },
                  { name: 'Second factor', isWide: true, cell: ({ hasFactor }) => (hasFactor ? 'Yes' : 'No') },
                  {
                    ...{ name: 'Last here', isWide: true },
                    cell: ({ lastVisitDate }) => (lastVisitDate === null ? 'Never' : displayTime(lastVisitDate)),
                  },
                ]}
              />
              <ListPages label="Pages of people" page={page} pageSize={PAGE_SIZE} total={total} onPage={setPage} />
            </>
          )
        }
      </Listed>
      <FormDialog title="Invite a customer" opened={invites} onClose={() => setInvites(false)}>
        <InviteForm
          onDone={({ message }) => {
            setInvites(false);
            setDone(message);
          }}
        />
      </FormDialog>
      {opened !== null && <PersonDialog person={opened} onDone={setDone} onClose={close} />}
    </div>
  );
}

function Name({
  of: { person, name, email, operator },
  onOpen,
}: {
  of: OperatedPerson;
  onOpen: (person: number) => void;
}) {
  return (
    <>
      <button type="button" className="linkButton" onClick={() => onOpen(person)}>
        {name || email}
      </button>
      {operator && <Badge mind={false}>Operator</Badge>}
      <div className="soft">{email}</div>
    </>
  );
}

function PlanOf({ plan, expiresOn, asksFor }: OperatedPerson) {
  return (
    <>
      {plan ?? 'None'}
      {expiresOn !== null && <span className="soft"> until {displayDate(expiresOn)}</span>}
      {asksFor !== null && (
        <>
          {' '}
          <Badge mind>asks for {asksFor}</Badge>
        </>
      )}
    </>
  );
}

const FIELDS = ['firstname', 'lastname', 'email', 'company_name'] as const;

/** Opens a main account for somebody. */
function InviteForm({ onDone }: { onDone: (answer: { message: string }) => void }) {
  const [plan, setPlan] = useState('Free');
  const { data: plans = [] } = useQuery(planNames);
  const invite = useAct((person: Record<(typeof FIELDS)[number], string>) =>
    operatorClient.invitePerson({ ...person, plan }),
  );
  return (
    <NewPersonForm
      label="Invite"
      lead="They get a main account, and a mailed link to set a password of their own."
      fields={FIELDS}
      last={{
        name: 'plan',
        draw: () => (
          <NativeSelect
            label="Plan"
            data={plans}
            value={plan}
            onChange={({ currentTarget: { value } }) => setPlan(value)}
          />
        ),
      }}
      add={(person, ended) => invite.mutate(person, { onSuccess: onDone, ...ended })}
      adding={invite}
    />
  );
}
