import { Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  addDays,
  DELIVERY_WAYS,
  type DeliveryWay,
  dayOf,
  FILE_DAYS,
  LIMITS,
  MESSAGES,
  QUESTION_TRIGGERS,
  queryOfLine,
  readLine,
  readRequest,
  type SearchPayload,
  type StandingQuestion,
  searchQuery,
  type TradeType,
  term,
  USUAL_SIGNALS,
  WATCH_SIGNALS,
  WATCH_STRICTNESSES,
  writeLine,
} from '@tidewaiter/contract';
import { type FormEvent, useState } from 'react';
import { countriesByTrade } from '../../search/api/calls.js';
import { savedSearchOf } from '../../search/api/saved-search.js';
import type { FollowingAddress } from '../../search/following/following-address.js';
import { destinations, useChangeFollowing, useFollow } from '../../search/following/following-calls.js';
import { DAYS, FORMATS, SIGNALS, STRICTNESSES, TRIGGERS, WAYS } from '../../search/following/following-words.js';
import { parseSearch, validateAddress } from '../../search/model/address.js';
import { readAddress } from '../../search/model/address-query.js';
import { proposedTexts } from '../../search/saving/save-draft.js';
import { useSession } from '../../session/store.js';
import { ActionButton } from '../../ui/action-button.js';
import { useFieldErrors } from '../../ui/field-errors.js';
import { notifyDone } from '../../ui/notification.js';
import { FormDialog } from '../../ui/titled-modal.js';

/** What is begun, as the address of the screen says it. */
export type Begun = FollowingAddress;

type FollowDialogProps = ({ changed: StandingQuestion } | { begun: Begun }) & { onClose: () => void };

/** Follows something, or changes what is followed: when it is asked, what it tells, and how. */
export function FollowDialog(props: FollowDialogProps) {
  const title = 'changed' in props ? `Change “${props.changed.name}”` : 'Follow';
  return (
    <FormDialog title={title} opened onClose={props.onClose}>
      <FollowForm {...props} />
    </FormDialog>
  );
}

/** The question of a search's address; none where it is not whole. */
const askedBy = (ask: string) => readAddress(validateAddress(parseSearch(ask))).query ?? undefined;

/** What an address names, as a line. */
function lineOf({ line, company, role, trade }: Begun): string {
  const field = (['importer', 'exporter', 'notify'] as const).find((one) => one === role?.toLowerCase());
  if (line !== undefined || company === undefined || field === undefined) return line ?? '';
  const named = writeLine(term(field, { kind: 'is', value: company }));
  return trade === 'EXPORT' ? `trade:export ${named}` : named;
}

/** What a line asks of all countries that may be searched; or what is wrong with it. */
function questionOf(text: string, tradeType: TradeType, countryCode: readonly string[]): SearchPayload | string {
  const today = dayOf(new Date());
  const { expression, problems } = readLine(text, today);
  if (problems[0]) return problems[0].message;
  if (!expression) return 'Please say what to follow.';
  try {
    const scope = { tradeType, countryCode, fromDate: addDays(today, -LIMITS.dateSpanDays), toDate: today };
    const asked = queryOfLine(expression, scope);
    const read = readRequest(searchQuery, asked);
    return read.success ? asked : (read.error.issues[0]?.message ?? '');
  } catch (error) {
    return (error as Error).message;
  }
}

/** Points that files may cost in a month where nobody says anything. */
const USUAL_BUDGET = 500;

/** A report is sent by its own screen. */
const CHOSEN_WAYS = DELIVERY_WAYS.filter((way) => way !== 'REPORT');

/** What a form says of a question that is followed, or of one that is begun. */
const saidOf = (changed: StandingQuestion | undefined) => ({
  trigger: changed?.trigger ?? ('PUBLICATION' as const),
  signals: changed?.signals ?? [...USUAL_SIGNALS],
  strictness: changed?.strictness ?? ('USUAL' as const),
  deliveries: changed?.deliveries ?? (['BADGE', 'MAIL', 'WEBHOOK'] as DeliveryWay[]),
  days: changed?.file?.days ?? ('LATEST' as const),
  onlyNew: changed?.file?.onlyNew ?? true,
  format: changed?.file?.format ?? ('xlsx' as const),
  budget: (changed?.file?.budget ?? USUAL_BUDGET) as string | number,
  destinationId: changed?.destinationId ?? null,
});
type Said = ReturnType<typeof saidOf>;

function FollowForm({ onClose, ...props }: FollowDialogProps) {
  const changed = 'changed' in props ? props.changed : undefined;
  const begun: Begun = 'begun' in props ? props.begun : {};
  const asked = begun.ask === undefined ? undefined : askedBy(begun.ask);
  const proposed = asked && proposedTexts(asked);
  const userId = useSession().user?.userid ?? 0;
  const saved = useQuery({ ...savedSearchOf(userId, begun.saved ?? ''), enabled: begun.saved !== undefined });
  const isLine = !changed && !asked && begun.saved === undefined;
  const [name, setName] = useState(changed?.name ?? proposed?.name ?? '');
  const [text, setText] = useState(lineOf(begun));
  const [tradeType, setTradeType] = useState<TradeType>('IMPORT');
  const [said, setSaid] = useState(() => saidOf(changed));
  const countries = useQuery(countriesByTrade(tradeType));
  // A line asks of all countries, and they may still be on their way.
  const isAwaited = isLine && countries.isPending;
  const { form, errors, show, clear } = useFieldErrors<'name' | 'line' | 'signals' | 'deliveries' | 'budget'>();
  const follow = useFollow();
  const change = useChangeFollowing();
  const isBusy = follow.isPending || change.isPending || isAwaited;
  const tells = said.trigger === 'PUBLICATION';
  // Of a report that is sent, a clock alone says when.
  const isReport = changed !== undefined && changed.reportId !== null;
  const hasFile = !isReport && (!tells || said.deliveries.includes('FILE'));
  const say = (more: Partial<Said>) => {
    setSaid((before) => ({ ...before, ...more }));
    clear();
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const { days, onlyNew, format, budget, destinationId, trigger, strictness } = said;
    const isAmount = typeof budget === 'number' && Number.isInteger(budget) && budget >= 0;
    const codes = countries.data?.map(({ shortcode }) => shortcode);
    const ofLine = codes ? questionOf(text, tradeType, codes) : (countries.error?.message ?? '');
    const query = asked ?? ofLine;
    const problems = {
      ...(isLine && typeof query === 'string' && { line: query }),
      ...(tells && said.signals.length === 0 && { signals: MESSAGES.chooseSignal }),
      ...(tells && said.deliveries.length === 0 && { deliveries: MESSAGES.chooseDelivery }),
      ...(hasFile && !isAmount && { budget: 'Please give a whole number of points.' }),
    };
    if (show(problems)) return;
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const deliveries: DeliveryWay[] = isReport ? ['REPORT'] : tells ? said.deliveries : ['FILE'];
    const file = hasFile && typeof budget === 'number' ? { days, onlyNew, format, budget } : undefined;
    const how = {
      ...{ trigger, timeZone, strictness, deliveries, signals: tells ? said.signals : [] },
      ...{ file, destinationId: hasFile ? destinationId : null },
    };
    const ended = {
      onSuccess: () => {
        onClose();
        notifyDone(changed ? 'Changed' : 'You follow this from the next data on');
      },
      onError: (error: Error) => void show({ name: error.message }),
    };
    const called = name.trim() || saved.data?.name || proposed?.name || text.slice(0, LIMITS.nameMaxLength);
    if (changed) return change.mutate({ questionId: changed.questionId, name: called, ...how }, ended);
    const of = begun.saved === undefined ? { query: query as SearchPayload } : { savedSearchId: begun.saved };
    follow.mutate({ name: called, ...how, ...of }, ended);
  }

  return (
    <form ref={form} onSubmit={submit} noValidate aria-label="Follow">
      {proposed && (
        <p className="soft">
          {proposed.description}. Its dates do not count here: the latest three years are always checked.
        </p>
      )}
      {saved.data && <p className="soft">Your saved search “{saved.data.name}”, also after it is changed.</p>}
      {isLine && (
        <>
          <TextInput
            label="What"
            name="line"
            description={
              'As in a query line: hs:6907 · importer:"ikea" · from:china to:india · exporter:@"My suppliers"'
            }
            autoComplete="off"
            data-autofocus
            value={text}
            error={errors.line}
            onChange={(event) => {
              setText(event.currentTarget.value);
              clear();
            }}
          />
          <NativeSelect
            label="In"
            value={tradeType}
            data={[
              { value: 'IMPORT', label: 'Imports' },
              { value: 'EXPORT', label: 'Exports' },
            ]}
            onChange={({ currentTarget: { value } }) => setTradeType(value as TradeType)}
          />
        </>
      )}
      <TextInput
        label="Name"
        name="name"
        autoComplete="off"
        maxLength={LIMITS.nameMaxLength}
        placeholder={saved.data?.name}
        value={name}
        error={errors.name}
        onChange={(event) => {
          setName(event.currentTarget.value);
          clear();
        }}
      />
      <NativeSelect
        label="When it is checked"
        value={said.trigger}
        data={(isReport ? (['WEEKLY', 'MONTHLY'] as const) : QUESTION_TRIGGERS).map((value) => ({
          value,
          label: TRIGGERS[value],
        }))}
        onChange={({ currentTarget: { value } }) => say({ trigger: value as Said['trigger'] })}
      />
      {tells && (
        <>
          <Checkbox.Group
            label="What you are notified of"
            value={said.signals}
            error={errors.signals}
            onChange={(next) => say({ signals: WATCH_SIGNALS.filter((signal) => next.includes(signal)) })}
          >
            {WATCH_SIGNALS.map((signal) => (
              <Checkbox key={signal} value={signal} label={SIGNALS[signal]} mt={8} />
            ))}
          </Checkbox.Group>
          <NativeSelect
            label="How often"
            value={said.strictness}
            data={WATCH_STRICTNESSES.map((value) => ({ value, label: STRICTNESSES[value] }))}
            onChange={({ currentTarget: { value } }) => say({ strictness: value as Said['strictness'] })}
          />
          <Checkbox.Group
            label="How you are notified"
            value={said.deliveries}
            error={errors.deliveries}
            onChange={(next) => say({ deliveries: CHOSEN_WAYS.filter((way) => next.includes(way)) })}
          >
            {CHOSEN_WAYS.map((way) => (
              <Checkbox key={way} value={way} label={WAYS[way]} mt={8} />
            ))}
          </Checkbox.Group>
        </>
      )}
      {hasFile && <FileFields {...{ said, say, problem: errors.budget }} />}
      <ActionButton type="submit" busy={isBusy}>
        {changed ? 'Change' : 'Follow'}
      </ActionButton>
    </form>
  );
}

interface FileFieldsProps {
  said: Said;
  say: (more: Partial<Said>) => void;
  problem: string | undefined;
}

/** What a file holds, what it may cost, and where it goes. */
function FileFields({ said: { days, onlyNew, format, budget, destinationId }, say, problem }: FileFieldsProps) {
  const { data: places = [] } = useQuery(destinations);
  return (
    <>
      <NativeSelect
        label="Its file holds"
        value={days}
        data={FILE_DAYS.map((value) => ({ value, label: DAYS[value] }))}
        onChange={({ currentTarget: { value } }) => say({ days: value as typeof days })}
      />
      <Checkbox
        label="Only records that your account has not exported before"
        checked={onlyNew}
        onChange={({ currentTarget: { checked } }) => say({ onlyNew: checked })}
      />
      <NumberInput
        label="Points a month, at most"
        name="budget"
        description="A file that would cost more is not made, and you are notified"
        min={0}
        max={LIMITS.allowanceMax}
        allowDecimal={false}
        thousandSeparator=","
        value={budget}
        error={problem}
        onChange={(value) => say({ budget: value })}
      />
      <NativeSelect
        label="As"
        value={format}
        data={Object.entries(FORMATS).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget: { value } }) => say({ format: value as typeof format })}
      />
      <NativeSelect
        label="Sent to"
        description={places.length === 0 ? 'Destinations are added below what you follow' : undefined}
        value={destinationId ?? ''}
        data={[
          { value: '', label: 'Nowhere: it waits in the downloads' },
          ...places.map(({ destinationId: value, name: label }) => ({ value, label })),
        ]}
        onChange={({ currentTarget: { value } }) => say({ destinationId: value || null })}
      />
    </>
  );
}
