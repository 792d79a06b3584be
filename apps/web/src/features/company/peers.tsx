import { Button } from '@mantine/core';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { countryByCode, displayDate, percentOf, type TradeType } from '@tidewaiter/contract';
import type { ReactNode } from 'react';
import { exactDecimal, formatCount, formatDecimal, formatShipments, shortAmount } from '../../format/numbers.js';
import { tellingFirst } from '../../format/telling-first.js';
import { COMPANY_PAGE_COSTS } from '../../search/model/company-address.js';
import { ROLE_WORDS, TRADE_WORDS } from '../../search/model/company-parts.js';
import { Awaiting } from '../../ui/awaiting.js';
import { ColumnTable } from '../../ui/column-table.js';
import { NothingHere } from '../../ui/nothing-here.js';
import { LoadFailure } from '../../ui/notice.js';
import { TableDownload } from '../../ui/table-download.js';
import type { TableFile } from '../../ui/table-file.js';
import classes from './company.module.css';
import { isUnpaid, type RelatedCompanies, relatedTo, type SimilarCompanies, similarTo } from './company-calls.js';
import type { CompanyRequest } from './read-company.js';

interface PeersProps {
  name: string;
  request: CompanyRequest;
  file: (list: string) => Pick<TableFile, 'name' | 'notes'>;
}

interface ListedProps<Answer> {
  title: string;
  answer: UseQueryResult<Answer | null, Error>;
  /** It says why there is nobody; null where there is somebody. */
  nobody: (found: Answer) => string | null;
  /** It says how to read the list. */
  how: (found: Answer) => ReactNode;
  file: (found: Answer) => TableFile;
  count: (found: Answer) => number;
  children: (found: Answer) => ReactNode;
}

/** Heads a list of other companies, which is asked for when it is looked at. */
function Listed<Answer>({ title, answer, nobody, how, file, count, children }: ListedProps<Answer>) {
  const { data, error, refetch } = answer;
  if (isUnpaid(error)) return <DayIsOver />;
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <Awaiting
        shapes={[
          ['lines', 2],
          ['table', 21, 36],
        ]}
      />
    );
  const why = data === null ? 'There is no record of this company in these days and countries.' : nobody(data);
  return (
    <section aria-label={title} className={classes.part}>
      <div className={classes.partHead}>
        <h2>
          {title} {data && !why && <span className="soft">{formatCount(count(data))}</span>}
        </h2>
        {data && !why && <TableDownload of={title} file={() => file(data)} />}
      </div>
      {data && <p className="soft small readable">{how(data)}</p>}
      {why || data === null ? <NothingHere says={why ?? ''} /> : children(data)}
    </section>
  );
}

/** The page is still shown, but the day that it was paid for has ended: it is asked for again, and says what it costs. */
function DayIsOver() {
  const queryClient = useQueryClient();
  return (
    <NothingHere says="The day for which this page was opened is over. Opening it again is one search.">
      <Button size="xs" variant="default" onClick={() => void queryClient.invalidateQueries({ queryKey: ['company'] })}>
        See what it costs
      </Button>
    </NothingHere>
  );
}

const CompanyName = ({ name, trade, role }: { name: string; trade?: TradeType; role?: string }) => (
  <Link
    to="/company"
    search={{ name, ...(trade && { trade }), ...(role && { role }) }}
    preload={false}
    className={classes.way}
    title={COMPANY_PAGE_COSTS}
    dir="auto"
  >
    {name}
  </Link>
);

const percent = (part: string, whole: string) => `${formatDecimal(percentOf(part, whole), 1)}%`;
const overlapText = (overlap: number) => `${formatDecimal((overlap * 100).toFixed(1), 1)}%`;

/** A reason names so many shared lanes. */
const LANES_NAMED = 3;

/** Who trades the same goods in the same lanes, the largest overlap first, and why. */
export function Similar({ name, request, file }: PeersProps) {
  const answer = useQuery(similarTo(request));
  return (
    <Listed
      title="Similar companies"
      answer={answer}
      nobody={({ companies, lanes }) => {
        if (companies.length > 0) return null;
        if (lanes.length === 0) return 'None of its records says both what goods they are and to or from where.';
        return 'Nobody else trades these goods in these lanes, in these days and countries.';
      }}
      how={(found) => similarInWords(name, found)}
      count={({ companies }) => companies.length}
      file={(found) => similarFile(found, file('similar'))}
    >
      {(found) => <SimilarTable found={found} />}
    </Listed>
  );
}

const amountText = ({ by }: SimilarCompanies, amount: string) =>
  by === 'VALUE' ? shortAmount(amount) : formatCount(Number(amount));
const amountName = ({ by }: SimilarCompanies) => (by === 'VALUE' ? 'value' : 'shipments');

function similarInWords(name: string, found: SimilarCompanies): ReactNode {
  const { lanes, amount, role, tradeType } = found;
  if (lanes.length === 0) return null;
  const ofLanes = lanes.reduce((all, lane) => all + Number(lane.amount), 0);
  return `${ROLE_WORDS[role]}s in ${TRADE_WORDS[tradeType]} records are held against ${lanes.length === 1 ? 'the one lane' : `the ${lanes.length} largest lanes`} of ${name}, an HS heading between two countries${lanes.length === 1 ? '' : ' each'}, in which ${percent(String(ofLanes), amount)} of its ${amountName(found)} ${found.by === 'VALUE' ? 'lies' : 'lie'}. The overlap adds up, lane by lane, the smaller of the two shares that it has of what each trades: 100% is the same trade. Of all who trade in these lanes, the 50 with most in common are shown. Free with this page.`;
}

type Lane = SimilarCompanies['lanes'][number];

/** Names a lane from where goods come to where they go. */
function wayOf({ source, country }: Lane, trade: TradeType): string {
  const local = countryByCode(source)?.name ?? source;
  const [from, to] = trade === 'IMPORT' ? [country, local] : [local, country];
  return `${from} → ${to}`;
}

function SimilarTable({ found }: { found: SimilarCompanies }) {
  const { tradeType, role, lanes } = found;
  const textOf = tellingFirst(lanes.map(({ heading, hs_description }) => ({ code: heading, text: hs_description })));
  return (
    <div className={classes.peers}>
      <ColumnTable
        label="Table of Similar companies"
        rows={found.companies}
        keyOf={({ name }) => name}
        columns={[
          {
            ...{ name: 'Company', isHead: true },
            cell: ({ name }) => <CompanyName name={name} trade={tradeType} role={role} />,
            look: ({ name }) => ({ title: name }),
          },
          {
            ...{ name: 'Overlap', isNumber: true },
            cell: ({ overlap }) => (
              <span className={classes.overlap} style={{ '--share': `${overlap * 100}%` }}>
                {overlapText(overlap)}
              </span>
            ),
          },
          {
            name: 'Shared goods and lanes',
            cell: (company) => (
              <>
                <ul>
                  {company.lanes.slice(0, LANES_NAMED).flatMap(({ place, amount }) => {
                    const lane = lanes[place];
                    if (!lane) return [];
                    return [
                      <li key={place}>
                        <span className="code">{lane.heading}</span>{' '}
                        {lane.hs_description && <span className="soft">{textOf(lane.heading)}</span>}{' '}
                        <span>{wayOf(lane, tradeType)}</span>{' '}
                        <span className="soft">{percent(amount, company.amount)}</span>
                      </li>,
                    ];
                  })}
                </ul>
                {company.lanes.length > LANES_NAMED && (
                  <span className="soft">{`and ${formatCount(company.lanes.length - LANES_NAMED)} more`}</span>
                )}
              </>
            ),
            look: () => ({ className: classes.why }),
          },
          {
            ...{ name: found.by === 'VALUE' ? 'USD in them' : 'Shipments in them', isNumber: true },
            cell: ({ shared }) => amountText(found, shared),
            look: ({ shared }) => ({ title: exactDecimal(shared) }),
          },
          { name: 'Of all it trades', isNumber: true, cell: ({ shared, amount }) => percent(shared, amount) },
          {
            ...{ name: found.by === 'VALUE' ? 'All, USD' : 'All', isNumber: true, isWide: true },
            cell: ({ amount }) => amountText(found, amount),
            look: ({ amount }) => ({ title: exactDecimal(amount) }),
          },
          ...(found.by === 'VALUE'
            ? [
                {
                  ...{ name: 'Shipments', isNumber: true, isWide: true },
                  cell: ({ shipments }: SimilarCompanies['companies'][number]) => formatCount(shipments),
                },
              ]
            : []),
          { name: 'Last', isNumber: true, isWide: true, cell: ({ last_day }) => displayDate(last_day) },
        ]}
      />
    </div>
  );
}

function similarFile(found: SimilarCompanies, file: Pick<TableFile, 'name' | 'notes'>): TableFile {
  const unit = found.by === 'VALUE' ? 'Value in USD' : 'Shipments';
  return {
    ...file,
    head: [
      'Company',
      'Overlap in %',
      'Shared goods and lanes',
      `${unit}, in them`,
      `${unit}, all`,
      'Shipments',
      'Last',
    ],
    rows: found.companies.map((company) => [
      ...[company.name, (company.overlap * 100).toFixed(4)],
      company.lanes
        .flatMap(({ place, amount }) => {
          const lane = found.lanes[place];
          return lane ? [`${lane.heading} ${wayOf(lane, found.tradeType)}: ${amount}`] : [];
        })
        .join('; '),
      ...[company.shared, company.amount, company.shipments, company.last_day],
    ]),
  };
}

const DETAIL_WORDS = { ADDRESS: 'Same address', NUMBER: 'Same official number' } as const;

/** Whose records state the same address or number: said as what it is. */
export function Related({ request, file }: PeersProps) {
  const answer = useQuery(relatedTo(request));
  return (
    <Listed<RelatedCompanies>
      title="Related companies"
      answer={answer}
      nobody={({ companies, stated }) => {
        if (companies.length > 0) return null;
        if (stated.length === 0) return 'None of its records states an address or an official number.';
        return 'No other company has the same address or official number in its records, in these days and countries.';
      }}
      how={() =>
        'Companies whose records state the same address or official number as those of this one. That is all that is known: it says nothing of who owns whom. Signs, spaces and case make no difference; an address without a number, such as a town alone, is not compared. Only whole months count. Free with this page.'
      }
      count={({ count }) => count}
      file={({ companies }) => ({
        ...file('related'),
        head: ['Company', 'Same', 'As stated', 'Shipments that state it', 'Shipments', 'First', 'Last'],
        rows: companies.flatMap(({ name, same, shipments, first_day, last_day }) =>
          same.map((one) => [
            ...[name, DETAIL_WORDS[one.detail], one.text, one.shipments, shipments, first_day, last_day],
          ]),
        ),
      })}
    >
      {({ companies, count }) => (
        <div className={classes.peers}>
          <ColumnTable
            label="Table of Related companies"
            rows={companies}
            keyOf={({ name }) => name}
            columns={[
              {
                ...{ name: 'Company', isHead: true },
                cell: ({ name }) => <CompanyName name={name} />,
                look: ({ name }) => ({ title: name }),
              },
              {
                name: 'What is the same',
                cell: ({ same }) => (
                  <ul>
                    {same.map(({ detail, text, shipments }) => (
                      <li key={`${detail} ${text}`}>
                        {DETAIL_WORDS[detail]}: <span dir="auto">{text}</span>{' '}
                        <span className="soft">in {formatShipments(shipments)}</span>
                      </li>
                    ))}
                  </ul>
                ),
                look: () => ({ className: classes.why }),
              },
              { name: 'Shipments', isNumber: true, cell: ({ shipments }) => formatCount(shipments) },
              { name: 'First', isNumber: true, isWide: true, cell: ({ first_day }) => displayDate(first_day) },
              { name: 'Last', isNumber: true, isWide: true, cell: ({ last_day }) => displayDate(last_day) },
            ]}
          />
          {count > companies.length && (
            <p className="soft small readable">
              Shown are the {companies.length} with most shipments that state it, of {formatCount(count)}.
            </p>
          )}
        </div>
      )}
    </Listed>
  );
}
