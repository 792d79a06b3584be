import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SearchAddress } from '@tidewaiter/contract';
import { type Dimension, dimensionOf, type SearchQuery } from '@tidewaiter/contract';
import { type ReactNode, useContext } from 'react';
import { monthLabel } from '../../format/months.js';
import { CompanyLink } from '../../search/company-link.js';
import type { ListChoice } from '../../search/lists/list-choice.js';
import { listPart } from '../../search/model/pills.js';
import { Awaiting } from '../../ui/awaiting.js';
import { DataVersion } from '../../ui/data-version.js';
import { NothingHere } from '../../ui/nothing-here.js';
import { LoadFailure } from '../../ui/notice.js';
import { PictureNotes, sourceNote } from '../../ui/picture-links.js';
import classes from './in-depth.module.css';
import type { Choosing } from './view-address.js';

/** Every view is given these. */
export interface ViewProps {
  query: SearchQuery;
  /** The question is opened elsewhere by it. */
  address: SearchAddress;
}

/** A view that can be looked at in several ways is given these. */
export interface ChoosingViewProps extends ViewProps, Choosing {
  /** A list tells companies apart. It is the account's own, and so no part of an address. */
  listed: ListChoice;
  onList: (listed: ListChoice) => void;
}

interface AnalysedProps<Data> {
  answer: UseQueryResult<Data, Error>;
  /** It says why there is nothing to show; null where there is something. */
  nothing: (data: Data) => ReactNode | null;
  /** The room of what comes. */
  awaited?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Most views are a table. */
export const AWAITED_TABLE = (
  <Awaiting
    shapes={[
      ['lines', 1],
      ['table', 26, 36],
    ]}
  />
);

/** Shows an analysis's answer, or that it is on its way, failed or empty. What was shown before stays, dimmed, until the next is here. */
export function Analysed<Data extends { dataVersion?: string }>({
  answer,
  nothing,
  awaited = AWAITED_TABLE,
  children,
}: AnalysedProps<Data>) {
  const { data, error, refetch, isPlaceholderData } = answer;
  const notes = useContext(PictureNotes);
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return awaited;
  const why = nothing(data);
  return (
    <div className="stack gap-16 fades" data-loading={isPlaceholderData || undefined} aria-busy={isPlaceholderData}>
      {why === null ? (
        <PictureNotes value={[...notes, sourceNote(data.dataVersion)]}>{children(data)}</PictureNotes>
      ) : (
        <NothingHere says={why} />
      )}
      <DataVersion version={data.dataVersion} />
    </div>
  );
}

/** A group as people read it: months have names. */
export const groupLabel = (dimension: Dimension | null, name: string) =>
  dimension === 'months' && name !== '' ? monthLabel(name) : name;

interface GroupNameProps extends ViewProps {
  dimension: Dimension;
  name: string;
  description?: string | undefined;
}

/** Names a group, and leads to its records where they can be filtered by it; a company's page is beside its name. */
export function GroupName({ query, address, dimension, name, description }: GroupNameProps) {
  const { filter, party } = dimensionOf(dimension);
  const field = filter?.[query.tradeType];
  if (name === '') return <span className="soft">Not stated</span>;
  const text = (
    <>
      {groupLabel(dimension, name)}
      {description !== undefined && <span className="soft"> {description}</span>}
    </>
  );
  if (!field) return text;
  return (
    <>
      <Link
        to="/list1"
        search={{ ...address, page: undefined, ...listPart(field, [name]) }}
        title={`Show the records of ${name}`}
        className={classes.group}
      >
        {text}
      </Link>
      {party && <CompanyLink name={name} />}
    </>
  );
}

/** Names a company in a table, with the way to its page. */
export function Company({ name }: { name: string }) {
  if (name === '') return <span>–</span>;
  return (
    <>
      {name} <CompanyLink name={name} />
    </>
  );
}
