import { Button, Menu, Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  addressOf,
  MESSAGES,
  type OwnList,
  type OwnListKind,
  SURENESSES,
  type Sureness,
  writeLine,
} from '@tidewaiter/contract';
import { useState } from 'react';
import { formatCount } from '../../../format/numbers.js';
import { countriesByTrade } from '../../../search/api/calls.js';
import { isAtWork } from '../../../search/api/own-lists.js';
import { dateBounds, presetDates } from '../../../search/model/date-bounds.js';
import { EMPTY_DRAFT, USUAL_RANGE } from '../../../search/model/draft.js';
import { ActionButton } from '../../../ui/action-button.js';
import { OopsDialog } from '../../../ui/alert-dialog.js';
import { notifyDone } from '../../../ui/notification.js';
import tabs from '../../../ui/tabs.module.css';
import { FollowList } from './follow-list.js';
import { ListEntries } from './list-entries.js';
import { ALL_LISTS, SAID, stateOf } from './list-words.js';
import { useDecide, useMatchAgain, useRemoveList, useTakeList } from './own-list-calls.js';
import { RenameListDialog } from './rename-list.js';

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

/** The fields that a list is searched in, by what is asked. */
const FIELDS = {
  COMPANY: { importer: 'As importers', exporter: 'As exporters', company: 'As either' },
  HS_CODE: { hs: 'Shipments of these codes' },
  RECORD: { record: 'These shipments' },
} as const satisfies Record<
  OwnListKind,
  Partial<Record<'importer' | 'exporter' | 'company' | 'hs' | 'record', string>>
>;

type Field = 'importer' | 'exporter' | 'company' | 'hs' | 'record';

const MONTHS = 12;

/** Opens the search of the shipments of what stands on a list: of all countries, over their last year. */
function FieldsToSearch({ list: { name, kind } }: { list: OwnList }) {
  const navigate = useNavigate();
  const trades = {
    IMPORT: useQuery(countriesByTrade('IMPORT')).data ?? [],
    EXPORT: useQuery(countriesByTrade('EXPORT')).data ?? [],
  };
  const ways = (['IMPORT', 'EXPORT'] as const).flatMap((tradeType) => {
    const countries = trades[tradeType].filter(({ records }) => records > 0);
    const bounds = dateBounds(countries, tradeType);
    return bounds === null ? [] : [{ tradeType, bounds, countryCode: countries.map(({ shortcode }) => shortcode) }];
  });

  function search(field: Field, { tradeType, bounds, countryCode }: (typeof ways)[number]) {
    const line = writeLine({ is: 'term', field, match: { kind: 'list', name } });
    const draft = {
      ...{ ...EMPTY_DRAFT, tradeType, countryCode, dateRange: USUAL_RANGE, ...presetDates(MONTHS, bounds) },
      ...{ searchBy: 'PRODUCT' as const, matchType: 'W' as const, line },
    };
    void navigate({ to: '/list1', search: addressOf(draft) });
  }

  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button disabled={ways.length === 0}>Find their shipments</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {ways.map((way) => (
          <div key={way.tradeType}>
            <Menu.Label>{way.tradeType === 'IMPORT' ? 'Imports' : 'Exports'} of the last year: 1 search</Menu.Label>
            {Object.entries(FIELDS[kind]).map(([field, label]) => (
              <Menu.Item key={field} onClick={() => search(field as Field, way)}>
                {label}
              </Menu.Item>
            ))}
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
