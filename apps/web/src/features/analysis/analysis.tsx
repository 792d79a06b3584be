import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { quantityIn, type SearchAddress, type SearchQuery } from '@tidewaiter/contract';
import { memo, Suspense, useDeferredValue, useMemo, useState } from 'react';
import { formatCount, formatShipments, shortAmount } from '../../format/numbers.js';
import { quantitiesInWords, unitInWords, valueInWords } from '../../format/quantities.js';
import { type RecordPage, recordCount } from '../../search/api/calls.js';
import { FilterPills, FiltersButton, focusToggle, UndoLine } from '../../search/facets/filter-bar.js';
import { useFilters } from '../../search/facets/use-filters.js';
import { NO_FILTERS } from '../../search/model/address.js';
import { pillsOf } from '../../search/model/pills.js';
import { pictureNotes } from '../../search/model/question-notes.js';
import { LeftOutNote } from '../../search/notes/left-out-note.js';
import { NarrowedNote } from '../../search/notes/narrowed-note.js';
import { RecordNotes } from '../../search/notes/record-notes.js';
import { distinctInWords, SummaryCard, SummaryRow } from '../../search/summary-card.js';
import { later } from '../../session/client.js';
import { FirstHint } from '../../session/first-hint.js';
import { Held } from '../../ui/awaiting.js';
import { PictureNotes, sourceNote } from '../../ui/picture-links.js';
import classes from './analysis.module.css';
import { panel, type Sums } from './breakdown-calls.js';
import { BreakdownSection } from './breakdown-section.js';
import { ANALYSIS_ID } from './focus-analysis.js';
import { MonthSection } from './month-section.js';
import { NothingFound } from './nothing-found.js';
import { cardsOf, type Section, sectionsOf } from './sections.js';

interface AnalysisProps {
  query: SearchQuery;
  address: SearchAddress;
  /** The first page of what is analysed: how the search was answered. */
  page: RecordPage;
  /** The page answers the query, and not the one before. */
  settled: boolean;
  onChange: (part: Partial<SearchAddress>) => void;
}

/** All that is said of what a search finds. */
export function Analysis({ query, address, page, settled, onChange }: AnalysisProps) {
  const filters = useFilters(address, query, onChange, true);
  const { change, panel: sheet } = filters;
  const [filtersNeeded, setFiltersNeeded] = useState(false);
  if (sheet.shown && !filtersNeeded) setFiltersNeeded(true);
  /** A sheet that comes with the press does not know where the focus was. */
  const show = (shown: boolean) => {
    sheet.show(shown);
    if (!shown) focusToggle();
  };
  const [unit, setUnit] = useState('');
  const asked = useMemo(() => ({ query, address: { ...address, page: undefined } }), [query, address]);
  // What was pressed answers at once; a screen of panels follows bit by bit.
  const drawn = useDeferredValue(asked);
  const notes = useMemo(() => [...pictureNotes(query), sourceNote(page.dataVersion)], [query, page.dataVersion]);
  const nothing = settled && page.rows.length === 0;
  const pills = pillsOf(query);
  return (
    <section
      id={ANALYSIS_ID}
      tabIndex={-1}
      className="stack gap-12 no-ring"
      aria-label="Analysis"
      aria-busy={drawn !== asked || undefined}
    >
      <div className="row wrap gap-8-16 min-h-32">
        <Facts query={query} page={page} />
        <FiltersButton query={query} shown={sheet.shown} onPress={() => show(true)} />
        <FilterPills pills={pills} onChange={change} onRange={filters.openRange} onLastRemoved={focusToggle} />
        <UndoLine {...filters.undo} onUndone={focusToggle} />
      </div>
      <NarrowedNote query={query} searched={page.searched} />
      <RecordNotes filled={page.filled} tradeType={query.tradeType} />
      <LeftOutNote query={query} onChange={change} />
      {nothing ? (
        <NothingFound
          unseen={page.searched === null}
          onClear={pills.length > 0 ? () => change(NO_FILTERS) : null}
          address={asked.address}
        />
      ) : (
        <PictureNotes value={notes}>
          <Panels {...drawn} chosenUnit={unit} onUnit={setUnit} onNarrow={change} />
          <FirstHint name="analysis">
            Each name and figure leads to its records. The list’s Go to menu has prices and who is new.
          </FirstHint>
        </PictureNotes>
      )}
      <FloatingSearch address={address} />
      {filtersNeeded && (
        <Suspense>
          <FilterPanel query={query} filters={{ ...filters, panel: { ...sheet, show } }} />
        </Suspense>
      )}
    </section>
  );
}

interface PanelsProps {
  query: SearchQuery;
  address: SearchAddress;
  chosenUnit: string;
  onUnit: (unit: string) => void;
  onNarrow: (part: Partial<SearchAddress>) => void;
}

/** The figures and the panels of a question, which are drawn again only for another one. */
const Panels = memo(function Panels({ query, address, chosenUnit, onUnit, onNarrow }: PanelsProps) {
  const sections = useMemo(() => sectionsOf(query), [query]);
  const { data: months } = useQuery(panel('months', query));
  const unit = shownUnit(chosenUnit, months?.total);
  return (
    <>
      <Cards query={query} />
      {months ? (
        <QuantityNote total={months.total} unit={unit} onUnit={onUnit} />
      ) : (
        <Held className={classes.awaitedUnits} height="auto" />
      )}
      <MonthSection query={query} address={address} unit={unit} onNarrow={onNarrow} />
      {sections.map((section) => (
        <BreakdownSection
          key={section.list}
          section={section}
          query={query}
          address={address}
          unit={unit}
          onNarrow={onNarrow}
        />
      ))}
      <Unsaid query={query} sections={sections} />
      <RecordNotes countries={query.countryCode} tradeType={query.tradeType} />
    </>
  );
});

const FilterPanel = later(() => import('../../search/facets/filter-panel.js'), 'FilterPanel');

/** The floating search button (SPEC 2): the search bar on this question, whose answer is analysed, too. */
const FloatingSearch = ({ address }: { address: SearchAddress }) => (
  <ActionIcon
    className={classes.float}
    size={44}
    radius="xl"
    aria-label="Change the search"
    title="Change the search"
    renderRoot={(props) => <Link to="/list1" search={address} state={{ form: '/analysis' }} {...props} />}
  >
    <IconSearch size={20} stroke={2} aria-hidden />
  </ActionIcon>
);

/** How much is analysed, announced when it arrives. */
function Facts({ query, page }: { query: SearchQuery; page: RecordPage }) {
  // The call that says how many, so that the history of searches knows what was found.
  const { data: counted } = useQuery(recordCount(query));
  const { data, isPlaceholderData } = useQuery(panel('months', query));
  const total = isPlaceholderData ? undefined : data?.total;
  const words =
    total && counted
      ? [
          formatShipments(counted.count),
          ...(total.valued > 0 ? [`USD ${shortAmount(total.valueUsd)}`] : []),
          `data version ${page.dataVersion}`,
        ]
      : [];
  return (
    <p role="status" className="soft figures" title={total && valueInWords(total.valueUsd, total)}>
      {words.join(' · ')}
    </p>
  );
}

/** The five summary cards (SPEC 2), each a count with its loader. */
function Cards({ query }: { query: SearchQuery }) {
  return (
    <SummaryRow>
      {cardsOf(query).map(({ label, list }) => (
        <CountCard key={list} label={label} list={list} query={query} />
      ))}
    </SummaryRow>
  );
}

function CountCard({ label, list, query }: { label: string; list: Section['list']; query: SearchQuery }) {
  const count = useQuery(panel(list, query));
  return (
    <SummaryCard
      label={label}
      figure={count}
      show={({ distinctCount, total: { shipments } }) => distinctInWords({ distinctCount, shipments })}
    />
  );
}

/** Names the sections that are not there since no record says anything of them, and what the records do say. */
function Unsaid({ query, sections }: { query: SearchQuery; sections: readonly Section[] }) {
  const answers = useQueries({ queries: sections.map(({ list }) => panel(list, query)) });
  const counts = sections.map(({ title }, index) => ({
    item: title.replace('Top 10 ', ''),
    count: answers[index]?.data?.distinctCount,
  }));
  const shipments = answers[0]?.data?.total.shipments;
  const list = (words: readonly string[]) => new Intl.ListFormat('en').format(words);
  const unsaid = counts.filter(({ count }) => count === 0).map(({ item }) => item);
  if (unsaid.length === 0 || shipments === undefined) return null;
  const said = counts
    .filter(({ count = 0 }) => count > 0)
    .map(({ item, count = 0 }) => `${item} (${formatCount(count)})`);
  return (
    <p className="soft small not-empty">
      Stated by none of these {formatShipments(shipments)}: {list(unsaid)}.
      {said.length > 0 && ` Stated: ${list(said)}.`}
    </p>
  );
}

/** The way back to the records. */
export function BackToList({ address }: { address: SearchAddress }) {
  return (
    <Button variant="default" size="xs" renderRoot={(props) => <Link to="/list1" search={address} {...props} />}>
      Back to List
    </Button>
  );
}

/** The unit that quantities are shown in: the chosen one where there is any of it, else the one of the largest value. */
const shownUnit = (chosen: string, total: Sums | undefined): string =>
  total && quantityIn(chosen, total.quantities) === null ? (total.quantities[0]?.unit ?? '') : chosen;

interface QuantityNoteProps {
  /** Of everything that is analysed. */
  total: Sums;
  unit: string;
  onUnit: (unit: string) => void;
}

/** How much there is in each unit and what has no quantity; where there are several units, the choice of the one that the tables show. */
function QuantityNote({ total, unit, onUnit }: QuantityNoteProps) {
  const { quantities, shipments } = total;
  return (
    <div className="wrap items-end gap-4-16">
      {quantities.length > 1 && (
        <NativeSelect
          label="Quantities in"
          size="xs"
          value={unit}
          data={quantities.map((one) => ({
            value: one.unit,
            label: `${unitInWords(one.unit)}, ${formatShipments(one.shipments)}`,
          }))}
          onChange={({ currentTarget }) => onUnit(currentTarget.value)}
        />
      )}
      <p className="soft small not-empty">Quantity: {quantitiesInWords(shipments, quantities)}.</p>
    </div>
  );
}
