import { Button, Menu, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type Contact, LIMITS, MESSAGES } from '@tidewaiter/contract';
import { useState } from 'react';
import { TrySearches } from '../../search/notes/try-searches.js';
import { ContactDialog } from '../../search/saving/contact-dialog.js';
import type { ContactDraft } from '../../search/saving/contact-draft.js';
import { useSession } from '../../session/store.js';
import { SHARING, WorkspaceTabs } from '../../session/workspace-tabs.js';
import { OopsDialog } from '../../ui/alert-dialog.js';
import { Awaiting } from '../../ui/awaiting.js';
import { ListPages } from '../../ui/list-pages.js';
import { NothingHere } from '../../ui/nothing-here.js';
import { LoadFailure } from '../../ui/notice.js';
import { notifyDone, notifyWithAct } from '../../ui/notification.js';
import { Page } from '../../ui/page.js';
import { pageInAddress, pageOfAddress } from '../../ui/page-number.js';
import { SoughtText } from '../../ui/sought-text.js';
import { contactPage, useExportContacts, useRemoveContact, useRestoreContact } from './contact-calls.js';
import { ContactTable } from './contact-table.js';
import { ImportDialog } from './import-dialog.js';

const route = getRouteApi('/signed-in/savecontact');

/** The companies that an account keeps (/savecontact). The address holds page, text and tag. */
export function ContactsScreen() {
  const { page: pageText, text: linkedText = '', tag } = route.useSearch();
  // A link may say more than a name can be.
  const text = linkedText.slice(0, LIMITS.companyNameMaxLength);
  const page = pageOfAddress(pageText);
  const navigate = useNavigate({ from: '/savecontact' });
  const userId = useSession().user?.userid ?? 0;
  const { data, error, refetch, isPlaceholderData } = useQuery(contactPage(userId, { page, text, tag }));
  const [editing, setEditing] = useState<Contact | Partial<ContactDraft> | null>(null);
  const [importing, setImporting] = useState(false);
  const remove = useRemoveContact();
  const restore = useRestoreContact();
  const take = useExportContacts();
  const turnTo = (next: number) => void navigate({ search: (before) => ({ ...before, page: pageInAddress(next) }) });

  function removeContact({ id, companyName }: Contact) {
    const undo = () => restore.mutate(id, { onSuccess: ({ message }) => notifyDone(`${message}: ${companyName}`) });
    remove.mutate(id, { onSuccess: ({ message }) => notifyWithAct(`${message}: ${companyName}`, 'Undo', undo) });
  }

  function content() {
    if (error) return <LoadFailure error={error} onRetry={refetch} />;
    if (!data) return <Awaiting shapes={[['table', 21]]} />;
    const { contactList, totalRecords, mailUs } = data;
    if (contactList.length === 0) {
      const sought = text !== '' || tag !== undefined;
      return <Nothing past={totalRecords > 0} sought={sought} />;
    }
    const first = page * LIMITS.pageSize + 1;
    return (
      <>
        <div data-loading={isPlaceholderData || undefined}>
          <ContactTable
            contacts={contactList}
            first={first}
            mailUs={mailUs}
            onEdit={setEditing}
            onRemove={removeContact}
          />
        </div>
        <ListPages
          label="Pages of the contacts"
          page={page}
          pageSize={LIMITS.pageSize}
          total={totalRecords}
          onPage={turnTo}
        />
      </>
    );
  }

  const refused = [remove, restore, take].find((act) => act.error);
  const tags = data?.tags ?? [];
  return (
    <Page
      title="Save Contact"
      lead={`${SHARING} A row opens to notes on its company, and to what it ships.`}
      actions={
        <div className="row wrap gap-8">
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" disabled={!data?.totalRecords}>
                Export
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => take.mutate('csv')}>All as CSV</Menu.Item>
              <Menu.Item onClick={() => take.mutate('vcf')}>All as contact cards (vCard)</Menu.Item>
            </Menu.Dropdown>
          </Menu>
          <Button variant="default" onClick={() => setImporting(true)}>
            Import
          </Button>
          <Button onClick={() => setEditing({})}>Add contact</Button>
        </div>
      }
    >
      <WorkspaceTabs shown="contacts" />
      <search className="wrap gap-8" aria-label="Contacts">
        {/* SPEC 2: a text box that filters by company name. */}
        <SoughtText
          aria-label="Company name"
          placeholder="Find a company"
          w="min(320px, 100%)"
          dir="auto"
          maxLength={LIMITS.companyNameMaxLength}
          text={text}
          onLook={(contains) =>
            void navigate({
              search: ({ tag: kept }) => ({
                ...(contains && { text: contains }),
                ...(kept !== undefined && { tag: kept }),
              }),
              replace: true,
            })
          }
        />
        {(tags.length > 0 || tag !== undefined) && (
          <Select
            aria-label="Tag"
            placeholder="All tags"
            data={tag === undefined || tags.includes(tag) ? tags : [tag, ...tags]}
            searchable={tags.length > 10}
            clearable
            clearButtonProps={{ 'aria-label': 'All tags' }}
            value={tag ?? null}
            onChange={(chosen) =>
              void navigate({
                search: ({ text: kept }) => ({ ...(kept && { text: kept }), ...(chosen !== null && { tag: chosen }) }),
              })
            }
          />
        )}
      </search>
      {content()}
      <ContactDialog
        contact={editing}
        userId={userId}
        tags={tags}
        onClose={() => setEditing(null)}
        onDone={(kind, companyName) =>
          notifyDone(`${kind === 'added' ? MESSAGES.contactSaved : MESSAGES.contactUpdated}: ${companyName}`)
        }
      />
      <ImportDialog opened={importing} onClose={() => setImporting(false)} />
      <OopsDialog message={refused?.error?.message ?? null} onClose={() => refused?.reset()} />
    </Page>
  );
}

interface NothingProps {
  /** The page lies past the last contact. */
  past: boolean;
  sought: boolean;
}

/** Says that there is nothing, and what to do next. */
function Nothing({ past, sought }: NothingProps) {
  if (past || sought) {
    return (
      <NothingHere
        says={past ? 'There are no contacts on this page: go back to the first.' : `${MESSAGES.noRecordFound}.`}
      >
        <Link to="/savecontact" search={{}}>
          {past ? 'Go to the first page' : 'Show all contacts'}
        </Link>
      </NothingHere>
    );
  }
  return (
    <NothingHere
      says={`${MESSAGES.noRecordFound}. The icon beside a company’s name in the results of a search saves it here; others are added or imported above.`}
    >
      <TrySearches />
    </NothingHere>
  );
}
