import { Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  type ExportFormat,
  FILE_DAYS,
  FILE_RHYTHMS,
  type FileDays,
  type FileRhythm,
  LIMITS,
  type ScheduledFile,
} from '@tidewaiter/contract';
import { type FormEvent, useState } from 'react';
import { ActionButton } from '../../../ui/action-button.js';
import { useFieldErrors } from '../../../ui/field-errors.js';
import { notifyDone } from '../../../ui/notification.js';
import { FormDialog } from '../../../ui/titled-modal.js';
import { destinations, useChangeFile, useCreateFile } from './file-calls.js';
import { DAYS, FORMATS, RHYTHMS } from './file-words.js';

/** What a file is of. */
export type FileSource = { name: string } & ({ savedSearchId: string } | { watchId: string });

interface FileDialogProps {
  /** What another file is to be of. */
  source?: FileSource | undefined;
  /** One that is there, to be changed. */
  changed?: ScheduledFile | undefined;
  onClose: () => void;
}

/** Begins a scheduled file, or changes one. */
export function FileDialog({ source, changed, onClose }: FileDialogProps) {
  return (
    <FormDialog
      title={changed ? `Change “${changed.name}”` : `Files of “${source?.name ?? ''}”`}
      opened
      onClose={onClose}
    >
      <FileForm {...{ source, changed, onClose }} />
    </FormDialog>
  );
}

/** Points that a file may cost in a month where nobody says anything. */
const USUAL_BUDGET = 500;

function FileForm({ source, changed, onClose }: FileDialogProps) {
  const isOfWatch = changed ? changed.watchId !== null : source !== undefined && 'watchId' in source;
  const [name, setName] = useState(changed?.name ?? source?.name ?? '');
  const [rhythm, setRhythm] = useState<FileRhythm>(changed?.rhythm ?? (isOfWatch ? 'WATCH' : 'WEEKLY'));
  const [days, setDays] = useState<FileDays>(changed?.days ?? 'LATEST');
  const [onlyNew, setOnlyNew] = useState(changed?.onlyNew ?? true);
  const [format, setFormat] = useState<ExportFormat>(changed?.format ?? 'xlsx');
  const [budget, setBudget] = useState<string | number>(changed?.budget ?? USUAL_BUDGET);
  const [destinationId, setDestinationId] = useState(changed?.destinationId ?? '');
  const { data: places = [] } = useQuery(destinations);
  const { form, errors, show, clear } = useFieldErrors<'name' | 'budget'>();
  const create = useCreateFile();
  const change = useChangeFile();
  const isBusy = create.isPending || change.isPending;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const isAmount = typeof budget === 'number' && Number.isInteger(budget) && budget >= 0;
    const problems = {
      ...(name.trim() === '' && { name: 'Please say what the file is called.' }),
      ...(!isAmount && { budget: 'Please give a whole number of points.' }),
    };
    if (show(problems) || !isAmount) return;
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const said = {
      name: name.trim(),
      rhythm,
      days,
      onlyNew,
      format,
      budget,
      timeZone,
      destinationId: destinationId || null,
    };
    const ended = {
      onSuccess: () => {
        onClose();
        notifyDone(changed ? 'Scheduled file changed' : 'Scheduled. It stands under Workspace, Files.');
      },
      onError: (error: Error) => void show({ name: error.message }),
    };
    if (changed) return change.mutate({ fileId: changed.fileId, ...said }, ended);
    if (!source) return;
    const of = 'watchId' in source ? { watchId: source.watchId } : { savedSearchId: source.savedSearchId };
    create.mutate({ ...said, ...of }, ended);
  }

  return (
    <form ref={form} onSubmit={submit} noValidate aria-label="Scheduled file">
      <TextInput
        label="Name"
        name="name"
        autoComplete="off"
        data-autofocus
        maxLength={LIMITS.nameMaxLength}
        value={name}
        error={errors.name}
        onChange={(event) => {
          setName(event.currentTarget.value);
          clear();
        }}
      />
      <NativeSelect
        label="Made"
        value={rhythm}
        data={FILE_RHYTHMS.filter((one) => one !== 'WATCH' || isOfWatch).map((value) => ({
          value,
          label: RHYTHMS[value],
        }))}
        onChange={({ currentTarget: { value } }) => setRhythm(value as FileRhythm)}
      />
      <NativeSelect
        label="Holds"
        value={days}
        data={FILE_DAYS.map((value) => ({ value, label: DAYS[value] }))}
        onChange={({ currentTarget: { value } }) => setDays(value as FileDays)}
      />
      <Checkbox
        label="Only records that your account has not exported before"
        checked={onlyNew}
        onChange={({ currentTarget: { checked } }) => setOnlyNew(checked)}
      />
      <NumberInput
        label="Points a month, at most"
        name="budget"
        description="A file that would cost more is not made, and you are told"
        min={0}
        max={LIMITS.allowanceMax}
        allowDecimal={false}
        thousandSeparator=","
        value={budget}
        error={errors.budget}
        onChange={(value) => {
          setBudget(value);
          clear();
        }}
      />
      <NativeSelect
        label="As"
        value={format}
        data={Object.entries(FORMATS).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget: { value } }) => setFormat(value as ExportFormat)}
      />
      <NativeSelect
        label="Sent to"
        description={places.length === 0 ? 'Destinations are added under Workspace, Files' : undefined}
        value={destinationId}
        data={[
          { value: '', label: 'Nowhere: it waits in the downloads' },
          ...places.map(({ destinationId: value, name: label }) => ({ value, label })),
        ]}
        onChange={({ currentTarget: { value } }) => setDestinationId(value)}
      />
      <ActionButton type="submit" busy={isBusy}>
        {changed ? 'Change' : 'Schedule'}
      </ActionButton>
    </form>
  );
}
