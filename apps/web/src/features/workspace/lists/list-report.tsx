import { Button, Menu, Progress } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { MESSAGES, type OwnList, SURENESSES, type Sureness } from '@tidewaiter/contract';
import { useState } from 'react';
import { formatCount } from '../../../format/numbers.js';
import { isAtWork } from '../../../search/api/own-lists.js';
import { ActionButton } from '../../../ui/action-button.js';
import { OopsDialog } from '../../../ui/alert-dialog.js';
import { notifyDone } from '../../../ui/notification.js';
import tabs from '../../../ui/tabs.module.css';
import { FollowList } from './follow-list.js';
import { ListEntries } from './list-entries.js';
import { ALL_LISTS, SAID, stateOf } from './list-words.js';
import { useDecide, useMatchAgain, useRemoveList, useTakeList } from './own-list-calls.js';
import { RenameListDialog } from './rename-list.js';
import { FieldsToSearch } from './search-by-list.js';

const COUNTED = { SURE: 'sure', PROBABLE: 'probable', AMBIGUOUS: 'ambiguous', NONE: 'none' } as const;

/** What the rows of a list were found to be, and what can be done with it. */
export function ListReport({ list }: { list: OwnList }) {
  const [isRenaming, setRenaming] = useState(false);
  const [sureness, setSureness] = useState<Sureness | undefined>();
  const navigate = useNavigate({ from: '/workspace' });
  const decide = useDecide(list.listId);
  const again = useMatchAgain();
  const remove = useRemoveList();
  const take = useTakeList();
  const { name, counts, rows, members } = list;
  const isReady = list.state === 'READY';
  const refused = [decide, again, remove, take].find((act) => act.error);
  const shown = (one: Sureness | undefined) => (one === undefined ? rows : counts[COUNTED[one]]);
  return (
    <>
      <div className="row wrap gap-8-12">
        <h2>
          <bdi>{name}</bdi>
        </h2>
        <span role="status">{stateOf(list)}</span>
      </div>
      {isAtWork(list) && (
        <Progress value={(100 * list.looked) / Math.max(1, list.entries)} aria-label="Entries that were looked for" />
      )}
      <div className="row wrap gap-8-12">
        {isReady && <FieldsToSearch list={list} />}
        <FollowList list={list} />
        {isReady && counts.probable > 0 && (
          <ActionButton variant="default" busy={decide.isPending} onClick={() => decide.mutate({ allProbable: true })}>
            Take all that are probable
          </ActionButton>
        )}
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default">More</Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item disabled={!isReady} onClick={() => take.mutate(list)}>
              Download with what was found (CSV)
            </Menu.Item>
            <Menu.Item disabled={isAtWork(list)} onClick={() => again.mutate(list.listId)}>
              Look for them again
            </Menu.Item>
            <Menu.Item disabled={!list.mayChange} onClick={() => setRenaming(true)}>
              Rename the list
            </Menu.Item>
            <Menu.Item
              disabled={!list.mayChange}
              onClick={() =>
                remove.mutate(list.listId, {
                  onSuccess: () => {
                    notifyDone(`${MESSAGES.itemRemoved}: ${name}`);
                    void navigate({ search: { list: ALL_LISTS } });
                  },
                })
              }
            >
              Remove the list
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      <p className="soft">
        A search by this list looks for {formatCount(members)} different ones: those that are sure, and those that you
        have chosen. A row without a choice is left out.
      </p>
      <section className={tabs.tabs} aria-label="How sure">
        {[undefined, ...SURENESSES].map((one) => (
          <button key={one ?? ''} type="button" aria-pressed={sureness === one} onClick={() => setSureness(one)}>
            {one === undefined ? 'All rows' : SAID[one]} {formatCount(shown(one))}
          </button>
        ))}
      </section>
      <ListEntries
        key={sureness}
        list={list}
        sureness={sureness}
        onDecide={(decisions) => decide.mutate({ decisions })}
      />
      <RenameListDialog list={list} opened={isRenaming} onClose={() => setRenaming(false)} onDone={notifyDone} />
      <OopsDialog message={refused?.error?.message ?? null} onClose={() => refused?.reset()} />
    </>
  );
}
