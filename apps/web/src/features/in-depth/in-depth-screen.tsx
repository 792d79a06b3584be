import { Button } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { SearchAddress } from '@tidewaiter/contract';
import { describeQuestion, type SearchQuery, stringifySearch } from '@tidewaiter/contract';
import { useMemo, useState } from 'react';
import { useEntry } from '../../search/api/use-entry.js';
import { AskedQuestion } from '../../search/asked-question.js';
import { FollowLink } from '../../search/following/follow-link.js';
import { NO_LIST } from '../../search/lists/list-choice.js';
import { validateAddress } from '../../search/model/address.js';
import { readAddress } from '../../search/model/address-query.js';
import { pillsOf } from '../../search/model/pills.js';
import { pictureNotes } from '../../search/model/question-notes.js';
import { AddressProblems } from '../../search/notes/address-problems.js';
import { RecordNotes } from '../../search/notes/record-notes.js';
import { CopyLink } from '../../ui/copy-link.js';
import { NothingHere } from '../../ui/nothing-here.js';
import { LoadFailure } from '../../ui/notice.js';
import { PictureNotes } from '../../ui/picture-links.js';
import tabs from '../../ui/tabs.module.css';
import type { ChoosingViewProps } from './analysed.js';
import { CompareView } from './compare-view.js';
import { ConcentrationView } from './concentration-view.js';
import { FlowView } from './flow-view.js';
import classes from './in-depth.module.css';
import { BuyersView, SuppliersView } from './parties-view.js';
import { PivotView } from './pivot-view.js';
import { PriceView } from './price-view.js';
import { SeasonView } from './season-view.js';
import { readView, VIEWS, type View, type ViewAddress } from './view-address.js';

const route = getRouteApi('/signed-in/indepthAnalysis');

/** In-depth analysis (/indepthAnalysis). The address holds the question, under the keys of /list1, and how it is looked at. */
export function InDepthScreen() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/indepthAnalysis' });
  const address = useMemo(() => validateAddress(search), [search]);
  const entry = useEntry(address, '/indepthAnalysis');
  const { query, problems } = useMemo(() => readAddress(address), [address]);
  const choice = readView(search, query?.tradeType ?? 'IMPORT');
  const [listed, setListed] = useState(NO_LIST);
  const choose = (part: ViewAddress) =>
    void navigate({ search: (before) => ({ ...before, ...part }), resetScroll: false, replace: true });
  return (
    <div className="stack gap-12">
      <title>In-depth Analysis · Tidewaiter</title>
      <div className="row wrap spread gap-8-24">
        <h1>In-depth Analysis</h1>
        <div className="row wrap gap-8 not-printed">
          <CopyLink />
          {query && <FollowLink follows={{ ask: stringifySearch(address) }} />}
          <Button
            variant="default"
            size="xs"
            renderRoot={(props) => <Link to="/analysis" search={address} {...props} />}
          >
            Macro Analysis
          </Button>
          <Button variant="default" size="xs" renderRoot={(props) => <Link to="/list1" search={address} {...props} />}>
            Back to List
          </Button>
        </div>
      </div>
      <AddressProblems problems={[...entry.problems, ...problems]} />
      {entry.error && <LoadFailure error={entry.error} onRetry={entry.retry} />}
      {query ? (
        <>
          <Asked query={query} address={address} />
          <Views shown={choice.view} onChoose={choose} />
          <PictureNotes value={pictureNotes(query)}>
            <Shown {...{ query, address, choice, listed }} onChoose={choose} onList={setListed} />
          </PictureNotes>
          <RecordNotes countries={query.countryCode} tradeType={query.tradeType} />
        </>
      ) : (
        !entry.isOpening && <NoQuestion />
      )}
    </div>
  );
}

/** The question in words, with its filters. */
function Asked({ query, address }: { query: SearchQuery; address: SearchAddress }) {
  const filters = pillsOf(query).map(({ label }) => label);
  return (
    <AskedQuestion address={address} screen="/indepthAnalysis">
      {describeQuestion(query)}
      {filters.length > 0 && <span className="soft"> · {filters.join(' · ')}</span>}
    </AskedQuestion>
  );
}

/** On a phone the list is wider than the screen. */
function intoSight(button: HTMLElement | null) {
  button?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

function Views({ shown, onChoose }: { shown: View; onChoose: (part: ViewAddress) => void }) {
  return (
    <nav className={tabs.tabs} aria-label="Analyses">
      {(Object.entries(VIEWS) as [View, string][]).map(([view, label]) => (
        <button
          key={view}
          type="button"
          ref={view === shown ? intoSight : undefined}
          aria-current={view === shown ? 'true' : undefined}
          onClick={() => onChoose({ view })}
        >
          {label}
        </button>
      ))}
    </nav>
  );
}

const SHOWN: Record<View, (props: ChoosingViewProps) => React.ReactNode> = {
  buyers: BuyersView,
  suppliers: SuppliersView,
  pivot: PivotView,
  compare: CompareView,
  price: PriceView,
  concentration: ConcentrationView,
  flow: FlowView,
  season: SeasonView,
};

function Shown(props: ChoosingViewProps) {
  const Chosen = SHOWN[props.choice.view];
  return (
    <section className={`dense stack gap-12 ${classes.view}`} aria-label={VIEWS[props.choice.view]}>
      <Chosen {...props} />
    </section>
  );
}

function NoQuestion() {
  return (
    <NothingHere says="Search first, then choose In-depth Analysis in the Go to menu of the results.">
      <Link to="/list1">Search Global Data</Link>
    </NothingHere>
  );
}
