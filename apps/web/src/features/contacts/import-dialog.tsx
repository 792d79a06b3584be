import { type Endpoints, LIMITS, type ResponseOf } from '@tidewaiter/contract';
import { useState } from 'react';
import { formatCount } from '../../format/numbers.js';
import { ActionButton } from '../../ui/action-button.js';
import { ColumnTable } from '../../ui/column-table.js';
import { DropPlace } from '../../ui/drop-place.js';
import { Notice } from '../../ui/notice.js';
import { TitledModal } from '../../ui/titled-modal.js';
import { useImportContacts, useTakeFromFile } from './contact-calls.js';
import classes from './contacts.module.css';

/** Takes in a file of contacts, and says what became of each company in it. */
export function ImportDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const taken = useImportContacts();
  const close = () => {
    taken.reset();
    onClose();
  };
  return (
    <TitledModal title="Import contacts" opened={opened} size="lg" bodyClass="grid gap-16 dialog-body" onClose={close}>
      <DropPlace
        label="File of contacts"
        button="Choose a file"
        accept={ACCEPTED}
        busy={taken.isPending}
        onFiles={([file]) => file && taken.mutate(file)}
      >
        <p>
          A CSV file whose first line names its columns (Company Name, Address, Contact Number, Email Id, Website,
          Notes, Tags), or contact cards (vCard 2.1, 3 or 4). At most {formatCount(LIMITS.importedContacts)} contacts.
        </p>
      </DropPlace>
      {taken.error && <Notice kind="wrong">{taken.error.message}</Notice>}
      {taken.data && <Report fileName={taken.variables?.name ?? ''} {...taken.data} />}
    </TitledModal>
  );
}

const ACCEPTED = '.csv,.txt,.tsv,.vcf,.vcard,text/csv,text/vcard';

/** Refused lines that are listed; a file of another kind may have thousands. */
const LISTED = 100;

type Differing = ResponseOf<Endpoints['importContacts']>['differing'];

interface ReportProps {
  fileName: string;
  added: number;
  duplicates: number;
  filled: number;
  differing: Differing;
  refused: readonly { line: number; reason: string }[];
}

function Report({ fileName, added, duplicates, filled, differing, refused }: ReportProps) {
  return (
    <section className={`grid gap-12 ${classes.report}`} aria-label="What was done with the file">
      <Notice kind={refused.length > 0 ? 'mind' : 'done'}>
        {fileName}: {formatCount(added)} added, {formatCount(duplicates)} there already ({formatCount(filled)} of them
        filled in), {formatCount(refused.length)} refused.
      </Notice>
      {differing.length > 0 && <Differences key={fileName} differing={differing} />}
      {refused.length > 0 && (
        <ColumnTable
          label="Refused lines"
          rows={refused.slice(0, LISTED)}
          keyOf={({ line }) => line}
          columns={[
            { name: 'Line', isNumber: true, cell: ({ line }) => formatCount(line) },
            { name: 'Why it was refused', cell: ({ reason }) => reason },
          ]}
        />
      )}
      {refused.length > LISTED && <p>And {formatCount(refused.length - LISTED)} more.</p>}
    </section>
  );
}

const FIELD_NAMES = {
  address: 'Address',
  email: 'Email Id',
  mobile: 'Contact Number',
  website: 'Website',
  notes: 'Notes',
  tags: 'Tags',
} as const;

/** What else the file says than contacts that are kept: they stay as they are, unless somebody takes what the file has. */
function Differences({ differing }: { differing: Differing }) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const take = useTakeFromFile();
  const rows = differing.flatMap(({ fields, ...of }) =>
    fields.map((field) => ({ ...of, ...field, key: `${of.line} ${field.field}` })),
  );
  const shown = rows.slice(0, LISTED);
  const toggle = (key: string) =>
    setChosen(chosen.includes(key) ? chosen.filter((other) => other !== key) : [...chosen, key]);
  return (
    <section className="grid justify-items-start gap-12" aria-label="Differences">
      <ColumnTable
        label="What else the file says"
        rows={shown}
        keyOf={({ key }) => key}
        columns={[
          {
            ...{ name: 'Company', isHead: true },
            cell: ({ companyName, field }) => `${companyName}: ${FIELD_NAMES[field]}`,
          },
          { name: 'Kept', cell: ({ kept }) => kept || '–' },
          {
            name: 'Take from the file',
            cell: ({ key, given, mayChange }) => (
              <label className="row gap-8">
                <input
                  type="checkbox"
                  checked={chosen.includes(key)}
                  disabled={!mayChange || take.isPending || take.isSuccess}
                  onChange={() => toggle(key)}
                />
                <span>{given}</span>
              </label>
            ),
          },
        ]}
      />
      {rows.length > LISTED && (
        <p>And {formatCount(rows.length - LISTED)} more: they are shown when the file is imported again.</p>
      )}
      {take.error && <Notice kind="wrong">{take.error.message}</Notice>}
      {take.isSuccess ? (
        <Notice kind="done">The contacts hold what was chosen from the file.</Notice>
      ) : (
        <ActionButton
          busy={take.isPending}
          disabled={chosen.length === 0}
          onClick={() => take.mutate(shown.filter(({ key }) => chosen.includes(key)))}
        >
          Take {formatCount(chosen.length)} from the file
        </ActionButton>
      )}
    </section>
  );
}
