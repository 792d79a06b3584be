import { IconList } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SearchAddress } from '@tidewaiter/contract';
import {
  type CompanyFigures,
  dimensionOf,
  dimensionTitle,
  displayDate,
  isIndianSearch,
  LIMITS,
  type ListedDimension,
} from '@tidewaiter/contract';
import { type ReactNode, Suspense, useState } from 'react';
import {
  averagePrice,
  exactDecimal,
  formatCount,
  formatDecimal,
  formatPrice,
  formatShipments,
} from '../../format/numbers.js';
import { ofShipments, unitInWords } from '../../format/quantities.js';
import { tellingFirst } from '../../format/telling-first.js';
import { laneOf } from '../../search/lane.js';
import { ListedWords, NO_LIST, OnAList } from '../../search/lists/list-choice.js';
import { COMPANY_PAGE_COSTS } from '../../search/model/company-address.js';
import { RECORDS_COST, ROLE_WORDS } from '../../search/model/company-parts.js';
import { listPart } from '../../search/model/pills.js';
import { AddToReport } from '../../search/reports/add-to-report.js';
import { Badge } from '../../ui/badge.js';
import type { TableFile } from '../../ui/table-file.js';
import classes from './company.module.css';
import { type CompanyPage, companyPage, type ShownPart } from './company-calls.js';
import { CompanyMap } from './company-map.js';
import { FigureTable, type ListOf } from './figure-table.js';
import { standing } from './goods-price.js';
import { partnersOnList } from './listed-partners.js';
import type { CompanyRequest } from './read-company.js';
import { SaidTable } from './said-table.js';

/** What a list is told of the part that is shown. */
interface ListProps {
  page: CompanyPage;
  shown: ShownPart;
  total: CompanyFigures;
  /** The question behind the figures, where a search can ask it. */
  records: SearchAddress | null;
  file: (list: string) => Pick<TableFile, 'name' | 'notes'>;
  /** Where all of a list is, if a few rows of it are enough. */
  whole?: ReactNode;
}

/** A name that leads to the records behind its row. */
function ToRecords({ records, filter, name }: { records: SearchAddress | null; filter: SearchAddress; name: string }) {
  if (records === null) return <span>{name}</span>;
  return (
    <Link
      to="/list1"
      search={{ ...records, ...filter }}
      preload={false}
      className={classes.way}
      title={`Show the records: ${RECORDS_COST}`}
    >
      {name}
    </Link>
  );
}

interface InReportProps {
  question: SearchAddress | null;
  title: string;
  rows: ListedDimension;
}

/** Puts a list into a report, as one of the company's records by a dimension; nothing where no search finds the records. */
const InReport = ({ question, title, rows }: InReportProps) =>
  question && (
    <AddToReport figures={{ title, question, chart: 'BARS', asks: { pivot: { rows, topRows: LIMITS.topItems } } }} />
  );

const MARKET_WORDS = { BELOW: 'below the market', ABOVE: 'above the market', WITHIN: '' } as const;

export function Goods({ shown, total, records, file, whole }: ListProps) {
  const textOf = tellingFirst(
    shown.goods.rows.map(({ name, hs_description }) => ({ code: name, text: hs_description })),
  );
  return (
    <FigureTable
      title="What it trades"
      item="HS code"
      list={shown.goods}
      total={total}
      how="An HS code in each of its units: quantities of different units are never added, and net weight is used where no standard quantity is stated. A unit price is weighted by quantity and held against the quartiles of all records of its code and unit in the same countries and days; the 20 largest goods are."
      more={[
        { label: 'Description', fileOnly: true, text: ({ hs_description = '' }) => hs_description },
        {
          label: 'Unit',
          wide: true,
          cell: ({ unit }) => unitInWords(unit) || '–',
          text: ({ unit }) => unitInWords(unit),
        },
        {
          label: 'Quantity',
          wide: true,
          cell: ({ unit, quantity }) =>
            unit === '' ? '–' : <span title={exactDecimal(quantity)}>{formatDecimal(quantity, 0)}</span>,
          text: ({ unit, quantity }) => (unit === '' ? null : quantity),
        },
        {
          label: 'USD a unit',
          cell: (goods) => {
            const words = MARKET_WORDS[standing(goods)];
            return (
              <>
                <span title={`Of ${ofShipments(goods.priced, goods.shipments)}`}>
                  {formatPrice(averagePrice(goods))}
                </span>
                {words && <Badge mind={standing(goods) === 'ABOVE'}>{words}</Badge>}
              </>
            );
          },
          text: averagePrice,
        },
        { label: 'Shipments with a price', fileOnly: true, text: ({ priced }) => priced },
        {
          label: 'Market, quartiles',
          wide: true,
          cell: ({ market }) =>
            market ? (
              <span title={`Median ${formatPrice(market.median)}, from ${formatShipments(market.shipments)}`}>
                {formatPrice(market.quartile1)} – {formatPrice(market.quartile3)}
              </span>
            ) : (
              '–'
            ),
          text: ({ market }) => market?.quartile1 ?? null,
        },
        { label: 'Market, median', fileOnly: true, text: ({ market }) => market?.median ?? null },
        { label: 'Market, upper quartile', fileOnly: true, text: ({ market }) => market?.quartile3 ?? null },
      ]}
      name={({ name, unit, hs_description }) => (
        <span title={hs_description}>
          {/* Records that state no unit cannot be told from others of their code. */}
          <ToRecords
            records={unit === '' ? null : records}
            filter={{ ...listPart('hsCodeList', [name]), ...listPart('stdUnitList', [unit]) }}
            name={name}
          />
          {hs_description && <span className="soft"> {textOf(name)}</span>}
        </span>
      )}
      file={file('goods')}
      report={<InReport question={records} title="What it trades" rows="hsCodes" />}
      whole={whole}
    />
  );
}

const CHANGE_WORDS = { NEW: 'new since', LOST: 'lost since', BACK: 'back since', STAYED: '' } as const;

/** Who has come and gone, for the part that is shown; what each is, all parts of the company together say. */
function changesInWords({ recent, changes }: ShownPart): string {
  if (!recent || !changes)
    return 'These days have fewer than two whole months, too few to say who is new, lost or back.';
  const since = displayDate(recent.from);
  return [
    `${formatCount(changes.NEW)} new: their first shipment in these days is of ${since} or later.`,
    `${formatCount(changes.LOST)} lost: none since then.`,
    `${formatCount(changes.BACK)} back: some since then, none in the ${monthsInWords(recent.months)} before, and some before those.`,
    'Shipments of all parts of the company count.',
  ].join(' ');
}

const monthsInWords = (months: number) => (months === 1 ? 'month' : `${months} months`);

/** All partners, of which those can be told apart that stand on a list of the account's: it is a part of the page that was paid for. */
export function PartnersOnList({ request, ...props }: ListProps & { request: CompanyRequest }) {
  const [choice, setChoice] = useState(NO_LIST);
  const { list, onList } = choice;
  const { data, error } = useQuery(companyPage(list === null ? null : { ...request, list }));
  const shown = (list !== null && data?.shown) || props.shown;
  const listed = list === null ? null : shown.listed;
  const many = `${ROLE_WORDS[shown.partnerRole].toLowerCase()}s`;
  const partners = listed && onList ? partnersOnList(shown.partners, listed, props.total, onList) : shown.partners;
  return (
    <>
      <div className={`wrap items-end gap-8-12 ${classes.onList}`}>
        <Suspense>
          <OnAList choice={choice} many={many} onChoose={setChoice} />
        </Suspense>
        <p role="status" className="soft small readable">
          {error?.message}
          {list !== null && listed && (
            <ListedWords
              {...{ list, many }}
              listed={{ ...listed, companies: listed.partners }}
              all={{ ...props.total, companies: shown.partners.count }}
            />
          )}
        </p>
      </div>
      <Partners {...props} shown={shown} partners={partners} />
    </>
  );
}

type PartnerRow = ShownPart['partners']['rows'][number];

interface PartnersProps extends ListProps {
  partners?: ListOf<PartnerRow>;
}

export function Partners({ shown, total, records, file, whole, partners = shown.partners }: PartnersProps) {
  const { partnerRole, tradeType } = shown;
  const partnersAre = partnerRole === 'IMPORTER' ? 'importers' : 'exporters';
  const field = dimensionOf(partnersAre).filter?.[tradeType];
  const title = `${ROLE_WORDS[partnerRole]}s it deals with`;
  return (
    <FigureTable
      title={title}
      item={ROLE_WORDS[partnerRole]}
      list={partners}
      total={total}
      how={changesInWords(shown)}
      more={[
        { label: 'Change', fileOnly: true, text: ({ change }) => (change ? CHANGE_WORDS[change] : '') },
        { label: 'Change, day', fileOnly: true, text: ({ change_day }) => change_day },
        ...(shown.listed
          ? [
              {
                label: 'On the list',
                fileOnly: true as const,
                text: (row: PartnerRow) => (row.isListed ? 'Yes' : 'No'),
              },
            ]
          : []),
      ]}
      name={({ name, change, change_day, isListed }) => (
        <>
          <Link
            to="/company"
            search={{ name, trade: tradeType, role: partnerRole }}
            preload={false}
            className={classes.way}
            title={COMPANY_PAGE_COSTS}
            dir="auto"
          >
            {name}
          </Link>
          {records && field && (
            <Link
              to="/list1"
              search={{ ...records, ...listPart(field, [name]) }}
              preload={false}
              className="sign-link not-printed"
              aria-label={`Records with ${name}`}
              title={`Show the records: ${RECORDS_COST}`}
            >
              <IconList size={16} stroke={1.6} aria-hidden />
            </Link>
          )}
          {isListed && <Badge mind={false}>On the list</Badge>}
          {change && change !== 'STAYED' && (
            <Badge mind={change === 'LOST'}>
              {CHANGE_WORDS[change]} {change_day && displayDate(change_day)}
            </Badge>
          )}
        </>
      )}
      file={file('partners')}
      report={<InReport question={records} title={title} rows={partnersAre} />}
      whole={whole}
    />
  );
}

/** From where to where its goods went. */
export function Lanes({ shown, total, records, file }: ListProps) {
  const { tradeType } = shown;
  const field = dimensionOf('foreignCountries').filter?.[tradeType];
  return (
    <FigureTable
      title="Lanes"
      item="Lane"
      list={shown.lanes}
      total={total}
      name={({ name, source, value_usd, shipments }) => {
        const { from, to } = laneOf({ partner: name, source, valueUsd: value_usd, shipments }, tradeType);
        return (
          <ToRecords
            records={records}
            filter={field ? { ...listPart(field, [name]), country: [source] } : {}}
            name={`${from.name} → ${to.name}`}
          />
        );
      }}
      file={file('lanes')}
      more={[{ label: 'Reported by', fileOnly: true, text: ({ source }) => source }]}
    >
      <CompanyMap shown={shown} records={records} />
    </FigureTable>
  );
}

/** How records write a company, where they say it is, and under which numbers. */
export function Names({ page, shown, total, file }: ListProps) {
  const { identity } = page;
  return (
    <>
      <SaidTable
        title="Addresses"
        item="Address"
        said={identity.addresses}
        identity={identity}
        how="By the records of all parts of the company. Addresses that differ in signs, spaces or case alone are one, as most of them write it."
        file={file('addresses')}
      />
      {identity.numbers.count > 0 && (
        <SaidTable
          title="Official numbers"
          item="Number"
          said={identity.numbers}
          identity={identity}
          how="Numbers that a tax office or a register gave, with the name of the scheme before each: their check digits are right where the scheme has one. Branches of one company are one number."
          file={file('numbers')}
        />
      )}
      <FigureTable
        title="Spellings"
        item="Spelling"
        list={shown.spellings}
        total={total}
        name={({ name }) => <span dir="auto">{name}</span>}
        how="Case, accents, punctuation, & or AND, and the ways to write a legal form make no difference: these are one company, and a search for it finds them all."
        file={file('spellings')}
      />
    </>
  );
}

export function Ports({
  page,
  shown,
  total,
  records,
  file,
  dimension,
}: ListProps & { dimension: ListedDimension & keyof ShownPart }) {
  const { tradeType } = shown;
  const field = dimensionOf(dimension).filter?.[tradeType];
  const title = dimensionTitle(dimension, tradeType, isIndianSearch(page.searched?.countryCode ?? []));
  return (
    <FigureTable
      title={title}
      item="Port"
      list={shown[dimension] as ShownPart['localPorts']}
      total={total}
      name={({ name }) => <ToRecords records={records} filter={field ? listPart(field, [name]) : {}} name={name} />}
      file={file(title.toLowerCase())}
      report={<InReport question={records} title={title} rows={dimension} />}
    />
  );
}
