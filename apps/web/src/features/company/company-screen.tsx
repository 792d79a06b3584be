import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { countryByCode, displayDate, MESSAGES } from '@tidewaiter/contract';
import { useMemo, useState } from 'react';
import { formatCount, formatShipments } from '../../format/numbers.js';
import { FollowLink } from '../../search/following/follow-link.js';
import type { CompanyAddress } from '../../search/model/company-address.js';
import { RECORDS_COST, ROLE_WORDS, TRADE_WORDS } from '../../search/model/company-parts.js';
import { AddressProblems } from '../../search/notes/address-problems.js';
import { RecordNotes } from '../../search/notes/record-notes.js';
import { contactOf } from '../../search/saving/company-contact.js';
import { ContactDialog } from '../../search/saving/contact-dialog.js';
import { webSearchAddress } from '../../search/table/party-links.js';
import { useSubscription } from '../../session/account.js';
import { useSession } from '../../session/store.js';
import type { Versioned } from '../../session/versioned.js';
import { Awaiting, Held } from '../../ui/awaiting.js';
import { CopyLink } from '../../ui/copy-link.js';
import { DataVersion } from '../../ui/data-version.js';
import { NothingHere } from '../../ui/nothing-here.js';
import { LoadFailure } from '../../ui/notice.js';
import { notifyDone } from '../../ui/notification.js';
import { PictureNotes, sourceNote } from '../../ui/picture-links.js';
import tabs from '../../ui/tabs.module.css';
import classes from './company.module.css';
import { type CompanyPage, companyPage, isUnpaid } from './company-calls.js';
import { COMPANY_VIEWS, VIEW_NAMES, viewOf } from './company-views.js';
import { valueText } from './figure-table.js';
import { IdentityStrip } from './identity-strip.js';
import { PartLists, partNotes } from './part-lists.js';
import { recordsOf, withPart } from './part-words.js';
import { type CompanyRequest, readCompany } from './read-company.js';

const route = getRouteApi('/signed-in/company');

/** A company's page (/company). The address holds its name in any spelling, the part that is looked at, countries and days. */
export function CompanyScreen() {
  const address = route.useSearch();
  const { request, problems } = useMemo(() => readCompany(address), [address]);
  const { data, error, refetch, isPlaceholderData } = useQuery(companyPage(request));
  const name = data?.name ?? address.name ?? 'Company';
  const costs = isUnpaid(error);
  return (
    <div className={classes.screen}>
      <title>{`${name} · Tidewaiter`}</title>
      <div className={classes.head}>
        <h1 dir="auto">{name}</h1>
        <div className="row wrap gap-8 not-printed">
          <CopyLink />
          {data && <Acts page={data} />}
        </div>
      </div>
      {data?.shown && !costs && <Looked page={data} address={address} />}
      <AddressProblems problems={problems} />
      {costs && request !== null && <CostFirst request={request} />}
      {error && !costs && <LoadFailure error={error} onRetry={refetch} />}
      {request === null && <NoCompany />}
      {request !== null && !error && !data && <AwaitedPage />}
      {request !== null && !error && data && (
        <div className={classes.lists} data-loading={isPlaceholderData || undefined} aria-busy={isPlaceholderData}>
          <Page page={data} address={address} request={request} />
        </div>
      )}
    </div>
  );
}

/** Says what the page costs, whatever way led to it, and opens it. */
function CostFirst({ request }: { request: CompanyRequest }) {
  const { data: subscription } = useSubscription();
  const queryClient = useQueryClient();
  const open = useMutation({ mutationFn: () => queryClient.fetchQuery(companyPage(request, { freeOnly: false })) });
  const left = subscription ? ` of the ${formatCount(subscription.queryPerDay)} that are left` : '';
  return (
    <NothingHere
      says={`This page is one search${left}: all that the records say of the company, then free for the day. Where there are none it costs nothing.`}
    >
      <Button size="xs" loading={open.isPending} onClick={() => open.mutate()}>
        Open its page: one search
      </Button>
    </NothingHere>
  );
}

/** Who it is, its parts and figures, its views, then a chart beside a map and a table. */
function AwaitedPage() {
  return (
    <>
      <Awaiting
        shapes={[
          ['cards', 1, 104],
          ['lines', 1, 36],
          ['figures', 5],
          ['lines', 2, 36],
        ]}
      />
      <div className={classes.halves}>
        <Awaiting shapes={[['chart', 12, 300]]} />
        <Held height={300} />
      </div>
      <Awaiting shapes={[['table', 11, 36]]} />
    </>
  );
}

function Acts({ page }: { page: CompanyPage }) {
  const records = page.shown && recordsOf(page.shown, page);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        component="a"
        href={webSearchAddress(page.name)}
        target="_blank"
        rel="noopener noreferrer"
      >
        Search the web
      </Button>
      {records && (
        <Button
          variant="default"
          size="xs"
          title={`Show the records: ${RECORDS_COST}`}
          renderRoot={(props) => <Link to="/list1" search={records} preload={false} {...props} />}
        >
          Records
        </Button>
      )}
      {page.shown && (
        <FollowLink follows={{ company: page.name, role: page.shown.role, trade: page.shown.tradeType }} />
      )}
      {page.parts.length > 0 && <SaveContact page={page} />}
    </>
  );
}

/** Keeps the company as a contact, filled with what the records know of it; who saves it sees it first. */
function SaveContact({ page: { name, identity } }: { page: CompanyPage }) {
  const [isOpen, setOpen] = useState(false);
  const userId = useSession().user?.userid ?? 0;
  return (
    <>
      <Button size="xs" onClick={() => setOpen(true)}>
        Save contact
      </Button>
      <ContactDialog
        contact={isOpen ? contactOf(name, identity) : null}
        userId={userId}
        tags={[]}
        onClose={() => setOpen(false)}
        onDone={(_, companyName) => notifyDone(`${MESSAGES.contactSaved}: ${companyName}`)}
      />
    </>
  );
}

function Page({
  page,
  address,
  request,
}: {
  page: Versioned<CompanyPage>;
  address: CompanyAddress;
  request: CompanyRequest;
}) {
  const { parts, shown } = page;
  const part = parts.find((one) => one.tradeType === shown?.tradeType && one.role === shown.role);
  if (!shown || !part) return <Nobody page={page} address={address} />;
  const stated = part.shipments - part.stated;
  const view = viewOf(address.view);
  return (
    <>
      <IdentityStrip name={page.name} identity={page.identity} address={address} />
      <nav className={tabs.tabs} aria-label="Parts of the company">
        {parts.map((one) => (
          <Link
            key={`${one.tradeType} ${one.role}`}
            to="/company"
            search={withPart(address, one)}
            replace
            resetScroll={false}
            preload={false}
            // Else every link that an address begins with were the current one.
            activeOptions={{ exact: true }}
            aria-current={one === part ? 'true' : undefined}
          >
            {ROLE_WORDS[one.role]} in {TRADE_WORDS[one.tradeType]} records{' '}
            <span className="soft">{formatCount(one.shipments)}</span>
          </Link>
        ))}
      </nav>
      <div className={`grid gap-8 ${classes.sums}`}>
        <dl>
          {[
            ['Shipments', formatCount(part.shipments)],
            ['Value in USD', valueText(part)],
            [`${ROLE_WORDS[shown.partnerRole]}s`, formatCount(shown.partners.count)],
            ['First shipment', part.first_day ? displayDate(part.first_day) : '–'],
            ['Last shipment', part.last_day ? displayDate(part.last_day) : '–'],
          ].map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        {(stated > 0 || part.converted > 0) && (
          <p className="soft small readable">
            {stated > 0 &&
              `${formatShipments(stated)} without a value in USD: part of the number of shipments, and nothing of the values. `}
            {part.converted > 0 &&
              `≈ marks values of which a part was converted from another currency by a monthly rate (${formatShipments(part.converted)}).`}
          </p>
        )}
      </div>
      <nav className={tabs.tabs} aria-label="Views of the company">
        {VIEW_NAMES.map((one) => (
          <Link
            key={one}
            to="/company"
            search={{ ...address, view: one === 'overview' ? undefined : one }}
            replace
            resetScroll={false}
            preload={false}
            // Else every link that an address begins with were the current one.
            activeOptions={{ exact: true }}
            aria-current={one === view ? 'true' : undefined}
            ref={one === view ? inSight : undefined}
          >
            {COMPANY_VIEWS[one]}
          </Link>
        ))}
      </nav>
      <DataVersion version={page.dataVersion} />
      <div className="stack gap-24">
        <PictureNotes value={[...partNotes(page, shown), sourceNote(page.dataVersion)]}>
          <PartLists page={page} shown={shown} total={part} address={address} request={request} />
        </PictureNotes>
        <RecordNotes countries={part.countryCode} tradeType={part.tradeType} />
      </div>
    </>
  );
}

/** Brings a tab into sight, where there is no room for all of them. */
function inSight(tab: HTMLElement | null): void {
  const bar = tab?.parentElement;
  if (bar) bar.scrollLeft = tab.offsetLeft - bar.offsetLeft - (bar.clientWidth - tab.clientWidth) / 2;
}

/** Says of which days and countries all of the page is, and what it cost. */
function Looked({ page: { parts, searched }, address }: { page: CompanyPage; address: CompanyAddress }) {
  const countries = [...new Set(parts.flatMap(({ countryCode }) => countryCode))];
  return (
    <p className="soft small">
      {searched && `${displayDate(searched.fromDate)} – ${displayDate(searched.toDate)} · `}
      {countriesInWords(countries)}. All of this page was one search: its parts and days are free for the day.{' '}
      {isNarrowed(address) && <WholePage address={address} />}
    </p>
  );
}

/** More countries than this are counted, not named. */
const NAMED_COUNTRIES = 4;

function countriesInWords(codes: readonly string[]): string {
  if (codes.length > NAMED_COUNTRIES) return `${formatCount(codes.length)} countries have records of it`;
  const countryName = (code: string) => countryByCode(code)?.name ?? code;
  return `Records of ${codes.map(countryName).join(', ')}`;
}

const isNarrowed = ({ country, from, to }: CompanyAddress) => [country, from, to].some((given) => given !== undefined);

function WholePage({ address: { name, trade, role, view } }: { address: CompanyAddress }) {
  return (
    <Link to="/company" search={{ name, trade, role, view }} preload={false}>
      Show all days and countries
    </Link>
  );
}

/** Nobody of this name, as far as the reader may see: that costs nothing. */
function Nobody({ page: { name, searched }, address }: { page: CompanyPage; address: CompanyAddress }) {
  return (
    <NothingHere
      says={
        searched
          ? `No record from ${displayDate(searched.fromDate)} to ${displayDate(searched.toDate)} names ${name} in the countries that were looked at. This cost no search.`
          : 'Your subscription shows no records of these countries and days. This cost no search.'
      }
    >
      {isNarrowed(address) ? <WholePage address={address} /> : <Link to="/list1">Search Global Data</Link>}
    </NothingHere>
  );
}

function NoCompany() {
  return (
    <NothingHere says="A company's page is opened from its name: in results, filters, analyses, suggestions and contacts.">
      <Link to="/list1">Search Global Data</Link>
    </NothingHere>
  );
}
