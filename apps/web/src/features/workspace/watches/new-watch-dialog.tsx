import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  addDays,
  dayOf,
  LIMITS,
  queryOfLine,
  readLine,
  readRequest,
  type SearchPayload,
  type SearchQuery,
  searchQuery,
  type TradeType,
  USUAL_SIGNALS,
  WATCH_SIGNALS,
  type WatchSignal,
} from '@tidewaiter/contract';
import { type FormEvent, useState } from 'react';
import { countriesByTrade } from '../../../search/api/calls.js';
import { proposedTexts } from '../../../search/saving/save-draft.js';
import { useMakeWatch } from '../../../search/watches/watch-calls.js';
import { SIGNALS } from '../../../search/watches/watch-words.js';
import { ActionButton } from '../../../ui/action-button.js';
import { useFieldErrors } from '../../../ui/field-errors.js';
import { notifyDone } from '../../../ui/notification.js';
import { FormDialog } from '../../../ui/titled-modal.js';

interface NewWatchDialogProps {
  /** Without one, and without a question, what is watched is written as a line. */
  saved?: { savedSearchId: string; name: string } | undefined;
  asked?: SearchQuery | undefined;
  line?: string | undefined;
  opened: boolean;
  onClose: () => void;
}

/** Begins a watch: of what, and of what it tells. */
export function NewWatchDialog(props: NewWatchDialogProps) {
  return (
    <FormDialog
      title={props.saved ? `Watch “${props.saved.name}”` : props.asked ? 'Watch this question' : 'New watch'}
      opened={props.opened}
      onClose={props.onClose}
    >
      {props.opened && <NewWatchForm {...props} />}
    </FormDialog>
  );
}

/** What a line asks of all countries that may be searched; or what is wrong with it. */
function questionOf(text: string, tradeType: TradeType, countryCode: readonly string[]): SearchPayload | string {
  const today = dayOf(new Date());
  const { expression, problems } = readLine(text, today);
  if (problems[0]) return problems[0].message;
  if (!expression) return 'Say what is watched.';
  try {
    const scope = { tradeType, countryCode, fromDate: addDays(today, -LIMITS.dateSpanDays), toDate: today };
    const asked = queryOfLine(expression, scope);
    const read = readRequest(searchQuery, asked);
    return read.success ? asked : (read.error.issues[0]?.message ?? '');
  } catch (error) {
    return (error as Error).message;
  }
}

function NewWatchForm({ saved, asked, line, onClose }: NewWatchDialogProps) {
  const proposed = asked && proposedTexts(asked);
  const [name, setName] = useState(saved?.name ?? proposed?.name ?? '');
  const [text, setText] = useState(line ?? '');
  const [tradeType, setTradeType] = useState<TradeType>('IMPORT');
  const [signals, setSignals] = useState<readonly WatchSignal[]>(USUAL_SIGNALS);
  const countries = useQuery(countriesByTrade(tradeType));
  // A line asks of all countries, and they may still be on their way.
  const isAwaited = !saved && !asked && countries.isPending;
  const { form, errors, show, clear } = useFieldErrors<'name' | 'line' | 'signals'>();
  const make = useMakeWatch();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (make.isPending || isAwaited) return;
    const codes = countries.data?.map(({ shortcode }) => shortcode);
    const ofLine = codes ? questionOf(text, tradeType, codes) : (countries.error?.message ?? '');
    const query = saved ? undefined : (asked ?? ofLine);
    const problems = {
      ...(typeof query === 'string' && { line: query }),
      ...(signals.length === 0 && { signals: 'Choose what is told.' }),
    };
    if (show(problems)) return;
    const of = saved ? { savedSearchId: saved.savedSearchId } : { query: query as SearchPayload };
    make.mutate(
      { name: name.trim() || proposed?.name || text.slice(0, LIMITS.nameMaxLength), signals: [...signals], ...of },
      {
        onSuccess: () => {
          onClose();
          notifyDone('Watched from the next data on');
        },
        onError: (error) => show({ name: error.message }),
      },
    );
  }

  return (
    <form ref={form} onSubmit={submit} noValidate aria-label="New watch">
      {proposed && (
        <p className="soft">
          {proposed.description}. Its days do not bind the watch, which looks at the latest three years.
        </p>
      )}
      {!saved && !asked && (
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
        value={name}
        error={errors.name}
        onChange={(event) => {
          setName(event.currentTarget.value);
          clear();
        }}
      />
      <Checkbox.Group
        label="Tells of"
        value={[...signals]}
        error={errors.signals}
        onChange={(next) => {
          setSignals(WATCH_SIGNALS.filter((signal) => next.includes(signal)));
          clear();
        }}
      >
        {WATCH_SIGNALS.map((signal) => (
          <Checkbox key={signal} value={signal} label={SIGNALS[signal]} mt={8} />
        ))}
      </Checkbox.Group>
      <ActionButton type="submit" busy={make.isPending || isAwaited}>
        Watch
      </ActionButton>
    </form>
  );
}
