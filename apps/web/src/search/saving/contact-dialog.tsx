import { TagsInput, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Contact, LIMITS, PortalError } from '@tidewaiter/contract';
import { type FormEvent, useState } from 'react';
import { ActionButton } from '../../ui/action-button.js';
import { useFieldErrors } from '../../ui/field-errors.js';
import { Notice, Refusal } from '../../ui/notice.js';
import { FormDialog } from '../../ui/titled-modal.js';
import classes from './contact-dialog.module.css';
import { type ContactDraft, differences, draftOf, FIELDS, fieldsOf, NAMES } from './contact-draft.js';
import { contactNow, useSaveContact } from './saved-contacts.js';

interface ContactDialogProps {
  /** It is edited, or what is known of a new one; null keeps the dialog closed. */
  contact: Contact | Partial<ContactDraft> | null;
  userId: number;
  /** Tags to offer. */
  tags: readonly string[];
  onClose: () => void;
  onDone: (kind: 'added' | 'changed', companyName: string) => void;
}

const isKept = (contact: ContactDialogProps['contact']): contact is Contact => contact !== null && 'id' in contact;

/** Adds a contact, or changes one. */
export function ContactDialog({ contact, userId, tags, onClose, onDone }: ContactDialogProps) {
  const of = isKept(contact) ? contact : null;
  return (
    <FormDialog title={of ? 'Edit contact' : 'Add contact'} opened={contact !== null} onClose={onClose}>
      <ContactForm
        opened={of}
        known={isKept(contact) ? null : contact}
        userId={userId}
        tags={tags}
        onDone={(companyName) => {
          onClose();
          onDone(of ? 'changed' : 'added', companyName);
        }}
      />
    </FormDialog>
  );
}

const LINES = ['companyName', 'address', 'mobile', 'email', 'website'] as const;

interface ContactFormProps {
  opened: Contact | null;
  /** A new one is filled with it. */
  known: Partial<ContactDraft> | null;
  userId: number;
  tags: readonly string[];
  onDone: (companyName: string) => void;
}

function ContactForm({ opened, known, userId, tags, onDone }: ContactFormProps) {
  const [draft, setDraft] = useState(() => ({ ...draftOf(opened), ...known }));
  const { form, errors, show, clear, refuse, besides } = useFieldErrors(NAMES, { DUPLICATE_CONTACT: 'companyName' });
  const save = useSaveContact();
  const isConflict = save.error instanceof PortalError && save.error.code === 'CHANGED_MEANWHILE';
  // What somebody else has made of it meanwhile: the next try changes that.
  const { data: others, error: gone } = useQuery({
    queryKey: ['contact-now', opened?.id, save.submittedAt],
    queryFn: () => contactNow(userId, opened?.id ?? ''),
    enabled: isConflict,
    gcTime: 0,
  });

  function change(part: Partial<ContactDraft>) {
    setDraft((before) => ({ ...before, ...part }));
    clear();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (save.isPending) return;
    const read = fieldsOf(draft);
    if ('errors' in read) return void show(read.errors);
    save.mutate(
      { fields: read.fields, of: others ?? opened },
      { onSuccess: () => onDone(read.fields.companyName), onError: refuse },
    );
  }

  return (
    <form ref={form} onSubmit={submit} noValidate aria-label={opened ? 'Edit contact' : 'Add contact'}>
      {LINES.map((name) => (
        <TextInput
          key={name}
          {...FIELDS[name]}
          name={name}
          dir="auto"
          autoComplete="off"
          data-autofocus={name === 'companyName' || undefined}
          required={name === 'companyName'}
          withAsterisk={false}
          value={draft[name]}
          error={errors[name]}
          onChange={({ currentTarget: { value } }) => change({ [name]: value })}
        />
      ))}
      <TagsInput
        label={FIELDS.tags.label}
        data={[...tags]}
        maxTags={LIMITS.tags}
        maxLength={LIMITS.tagMaxLength}
        clearable={false}
        acceptValueOnBlur
        splitChars={[',', ';']}
        value={draft.tags}
        error={errors.tags}
        onChange={(chosen) => change({ tags: chosen })}
      />
      <Textarea
        {...FIELDS.notes}
        name="notes"
        dir="auto"
        autosize
        minRows={2}
        maxRows={8}
        value={draft.notes}
        error={errors.notes}
        onChange={({ currentTarget: { value } }) => change({ notes: value })}
      />
      {isConflict && others && <Conflict message={save.error?.message ?? ''} draft={draft} others={others} />}
      <Refusal says={besides(gone ?? (isConflict ? null : save.error))} />
      <ActionButton type="submit" busy={save.isPending}>
        {isConflict && others ? 'Save mine' : 'Save'}
      </ActionButton>
    </form>
  );
}

/** The form may be longer than the window. */
const show = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'center' });

/** What somebody else has made of a contact, beside what was typed: nothing of either is lost unseen. */
function Conflict({ message, draft, others }: { message: string; draft: ContactDraft; others: Contact }) {
  const found = differences(draft, others);
  return (
    <div ref={show}>
      <Notice kind="mind">
        <p>{message}</p>
        {found.length > 0 ? (
          <dl className={classes.others}>
            {found.map(({ label, value }) => (
              <div key={label}>
                <dt>{label} is now</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ))}
          </dl>
        ) : (
          <p>It now says what you typed.</p>
        )}
      </Notice>
    </div>
  );
}
