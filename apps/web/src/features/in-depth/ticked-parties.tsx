import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { addressOf, dimensionOf, MESSAGES, type SearchQuery } from '@tidewaiter/contract';
import { formatCount } from '../../format/numbers.js';
import { RECORDS_COST } from '../../search/model/company-parts.js';
import { listPart } from '../../search/model/pills.js';
import { ActionButton } from '../../ui/action-button.js';
import { OopsDialog } from '../../ui/alert-dialog.js';
import { notifyDone } from '../../ui/notification.js';
import { type SavedParties, useSaveParties } from './in-depth-calls.js';
import { SIDE_BY_SIDE, type Side } from './market-sides.js';

interface TickedPartiesProps {
  side: Side;
  query: SearchQuery;
  names: string[];
  onClear: () => void;
}

/** What can be done with those that are ticked. */
export function TickedParties({ side, query, names, onClear }: TickedPartiesProps) {
  const save = useSaveParties(query, side.by);
  const isNone = names.length === 0;
  const { trade, country, from, to } = addressOf(query);
  const by = dimensionOf(side.by).party;
  return (
    <fieldset className="row wrap gap-8 min-h-32 not-printed">
      <legend className="visually-hidden">Ticked {side.many}</legend>
      {isNone ? (
        <p className="soft small readable">
          Tick {side.many} to search them or keep them as contacts, {SIDE_BY_SIDE.least} to {SIDE_BY_SIDE.most} to see
          them side by side.
        </p>
      ) : (
        <>
          <span className="strong">{formatCount(names.length)} ticked</span>
          <Button
            variant="default"
            size="xs"
            title={`All their records in these countries and days: ${RECORDS_COST}`}
            renderRoot={(props) => (
              <Link
                to="/list1"
                search={{ trade, country, from, to, by, q: names, picked: names }}
                preload={false}
                {...props}
              />
            )}
          >
            Search these
          </Button>
          <Button
            variant="default"
            size="xs"
            title="Their records among those of this question: free"
            renderRoot={(props) => (
              <Link
                to="/list1"
                search={{
                  ...addressOf(query),
                  ...listPart(dimensionOf(side.by).filter?.[query.tradeType] ?? 'importerList', names),
                }}
                {...props}
              />
            )}
          >
            Show their records
          </Button>
          <ActionButton
            variant="default"
            size="xs"
            busy={save.isPending}
            onClick={() => save.mutate(names, { onSuccess: tellSaved })}
          >
            Save as contacts
          </ActionButton>
          <Button variant="subtle" color="gray" size="xs" onClick={onClear}>
            Untick all
          </Button>
        </>
      )}
      <OopsDialog message={save.error?.message ?? null} onClose={() => save.reset()} />
    </fieldset>
  );
}

/** Says what became of those who were to be kept. */
function tellSaved({ saved, there, refused }: SavedParties): void {
  const parts = [
    saved.length > 0 && `${MESSAGES.contactSaved}: ${saved.join(', ')}`,
    there.length > 0 && `contacts already: ${there.join(', ')}`,
    refused.length > 0 && `could not be kept: ${refused.join(', ')}`,
  ];
  notifyDone(parts.filter(Boolean).join(' · '));
}
