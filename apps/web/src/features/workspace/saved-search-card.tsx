import { ActionIcon, Menu } from '@mantine/core';
import { IconBell, IconChartBar, IconDots } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import {
  columnsFor,
  countryByCode,
  describeLeftOut,
  displayDate,
  type SavedSearch,
  type SavedSearchNews,
} from '@tidewaiter/contract';
import { displayTime } from '../../format/dates.js';
import { formatCount, formatShipments } from '../../format/numbers.js';
import type { EntryState } from '../../search/model/entry.js';
import { SavedNewsLink } from '../../search/saving/saved-news-link.js';
import { Flag } from '../../ui/flag.js';
import { conditionsOf, saidAlready } from './said-once.js';

interface SavedSearchCardProps {
  saved: SavedSearch;
  /** Undefined until it is here. */
  news: SavedSearchNews | undefined;
  /** Says in which workspace it is. */
  withWorkspace: boolean;
  onEdit: () => void;
  onRemove: () => void;
}

/** A saved search with all that is kept of it (SPEC 3), what came to it, and what can be done with it. */
export function SavedSearchCard({ saved, news, withWorkspace, onEdit, onRemove }: SavedSearchCardProps) {
  const { id, name, description, workspaceName, tradeType, fromDate, toDate, totalRecords, createdBy } = saved;
  const lost = lostBy(saved);
  const said = saidAlready(saved);
  return (
    <li className="column raised gap-8 p-16" aria-labelledby={`saved-${id}`}>
      <div className="flex items-start gap-8">
        <h3 id={`saved-${id}`} className="flex-1 min-w-0 strong anywhere">
          <Link to="/list1" search={{ saved: id }} className="ink undecorated hovers-line hovers-accent">
            <bdi>{name}</bdi>
          </Link>
        </h3>
        <SavedNewsLink
          saved={saved}
          news={news}
          className="tinted flex-none small strong figures undecorated hovers-line px-8 rounded-4"
        />
        {saved.mayChange && <ChangeMenu name={name} onEdit={onEdit} onRemove={onRemove} />}
      </div>
      {!said.description && (
        <p className="soft clamped anywhere" title={description}>
          <bdi>{description}</bdi>
        </p>
      )}
      <dl className="grid gap-4-16 m-0 small figures" style={{ gridTemplateColumns: 'max-content minmax(0, 1fr)' }}>
        {!said.trade && (
          <>
            <dt>Trade type</dt>
            <dd>{tradeType === 'IMPORT' ? 'Import' : 'Export'}</dd>
            <dt>Countries</dt>
            <dd>
              <Countries codes={saved.countryCode} />
            </dd>
          </>
        )}
        {!said.question && (
          <>
            <dt>Question</dt>
            <dd className="clamped anywhere" title={conditionsOf(saved)}>
              {conditionsOf(saved)}
            </dd>
          </>
        )}
        <dt>Period</dt>
        <dd>
          {displayDate(fromDate)} – {displayDate(toDate)}
        </dd>
        <dt>Found</dt>
        <dd>{foundWords(totalRecords, news)}</dd>
        <dt>Saved</dt>
        <dd>
          {createdBy ? `${createdBy.userName}, ` : ''}
          <time dateTime={saved.createdDate}>{displayTime(saved.createdDate)}</time>
          {withWorkspace && (
            <>
              {' '}
              in <bdi>{workspaceName}</bdi>
            </>
          )}
        </dd>
      </dl>
      {lost.map((line) => (
        <p key={line} className="minding rounded-3 small p-8-12">
          {line}
        </p>
      ))}
      <div className="row wrap line-above gap-4-16 small" style={{ marginTop: 'auto', paddingTop: 8 }}>
        <Link
          to="/list1"
          search={{ saved: id }}
          className={AGAIN}
          title="One search; free where your account has asked it today"
        >
          Search again
          <span className="visually-hidden"> {name}</span>
        </Link>
        <Link {...toAnalysis(saved)} className={AGAIN}>
          <IconChartBar size={16} stroke={1.6} aria-hidden />
          Analysis
          <span className="visually-hidden"> of {name}</span>
        </Link>
        <Link to="/following" search={{ saved: id }} className={AGAIN}>
          <IconBell size={16} stroke={1.6} aria-hidden />
          Follow
          <span className="visually-hidden"> {name}</span>
        </Link>
      </div>
    </li>
  );
}

const AGAIN = 'inline-flex items-center gap-4 min-h-28 accent medium undecorated hovers-line';

/** The way to the analysis of a saved search, with the state that SPEC 2 lists. */
function toAnalysis(saved: SavedSearch): LinkProps {
  const { id, searchId, name, description, workspaceId, columnKeys, tradeType, userSearchQuery } = saved;
  const state: EntryState = {
    ...{ page_name: 'work_space', search_id: searchId, tradeType },
    ...{ workspace_id: workspaceId, workspaceId: id, workspace_name: name, workspace_desc: description },
    ...{ columnKeys, apiSerachpayload: userSearchQuery },
  };
  return { to: '/analysis', search: { saved: id }, state };
}

/** More countries than this are counted behind the first ones. */
const SHOWN_COUNTRIES = 4;

function Countries({ codes }: { codes: readonly string[] }) {
  const names = codes.map((code) => countryByCode(code)?.name ?? code);
  const more = codes.length - SHOWN_COUNTRIES;
  return (
    <span className="wrap gap-4-16" title={names.join(', ')}>
      {codes.slice(0, SHOWN_COUNTRIES).map((code, index) => (
        <span key={code} className="inline-flex items-center gap-4">
          <Flag iso2={countryByCode(code)?.iso2} />
          {names[index]}
        </span>
      ))}
      {more > 0 && <span>and {formatCount(more)} more</span>}
    </span>
  );
}

/** What it found when it was saved, and up to which day it finds how many now. */
function foundWords(saved: number, news: SavedSearchNews | undefined): string {
  const then = formatShipments(saved);
  if (!news?.to || news.totalRecords === null || news.totalRecords === saved) return then;
  return `${then} when saved, ${formatCount(news.totalRecords)} up to ${displayDate(news.to)}`;
}

/** What of it may not be seen any more, or is not there: it opens without. */
function lostBy(saved: SavedSearch): string[] {
  const { tradeType, countryCode, columnKeys, searchable } = saved;
  const offered = new Set(columnsFor(tradeType, countryCode).map(({ key }) => key));
  const missing = columnKeys.filter((key) => !offered.has(key)).length;
  const columns = missing === 1 ? 'One of its columns is' : `${formatCount(missing)} of its columns are`;
  return [describeLeftOut(saved, searchable), missing > 0 ? `${columns} offered no more.` : null].filter(
    (line) => line !== null,
  );
}

function ChangeMenu({ name, onEdit, onRemove }: { name: string; onEdit: () => void; onRemove: () => void }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={28} aria-label={`Change ${name}`}>
          <IconDots size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onEdit}>Edit title and description</Menu.Item>
        <Menu.Item onClick={onRemove}>Remove</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
