import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Dimension, dimensionOf, type SearchQuery } from '@tidewaiter/contract';
import type { ReactNode } from 'react';
import { CompanyLink } from '../../search/company-link.js';
import type { SearchAddress } from '../../search/model/address.js';
import { listPart } from '../../search/model/pills.js';
import { NothingHere } from '../../ui/nothing-here.js';
import { LoadFailure } from '../../ui/notice.js';
import classes from './in-depth.module.css';
import type { Choosing } from './view-address.js';

/** What every view is given. */
export interface ViewProps {
  query: SearchQuery;
  /** The question, to be opened elsewhere. */
  address: SearchAddress;
}

/** What a view is given that can be looked at in several ways. */
export interface ChoosingViewProps extends ViewProps, Choosing {}

interface AnalysedProps<Data> {
  answer: UseQueryResult<Data, Error>;
  /** Why there is nothing to show; null where there is something. */
  nothing: (data: Data) => ReactNode | null;
  children: (data: Data) => ReactNode;
}

/** The answer of an analysis: on its way, failed, empty, or shown. What was shown before stays, dimmed, while another is on its way. */
export function Analysed<Data>({ answer, nothing, children }: AnalysedProps<Data>) {
  const { data, error, refetch, isPlaceholderData } = answer;
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={360} aria-hidden="true" />;
  const why = nothing(data);
  return (
    <div className={classes.shown} data-loading={isPlaceholderData || undefined} aria-busy={isPlaceholderData}>
      {why === null ? children(data) : <NothingHere says={why} />}
    </div>
  );
}

interface GroupNameProps extends ViewProps {
  dimension: Dimension;
  name: string;
  description?: string | undefined;
}

/** A group's name, which leads to its records where they can be filtered by it; a company's page is beside its name. */
export function GroupName({ query, address, dimension, name, description }: GroupNameProps) {
  const { filter, party } = dimensionOf(dimension);
  const field = filter?.[query.tradeType];
  if (name === '') return <span className="soft">Not stated</span>;
  const text = (
    <>
      {name}
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

/** A company's name in a table, with the way to its page. */
export function Company({ name }: { name: string }) {
  if (name === '') return '–';
  return (
    <>
      {name} <CompanyLink name={name} />
    </>
  );
}
