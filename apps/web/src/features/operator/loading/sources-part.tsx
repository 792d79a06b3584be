import { Button, FileButton, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { displayDate, type Endpoints, mayBeShown, type ResponseOf } from '@tidewaiter/contract';
import { displayTime } from '../../../format/dates.js';
import { formatCount } from '../../../format/numbers.js';
import { Notice } from '../../../ui/notice.js';
import { Fact } from '../fact.js';
import { Listed } from '../listed.js';
import { operatorClient } from '../operator-client.js';
import { type LoadingAct, sources, useLoadingAct } from './loading-calls.js';

type Source = ResponseOf<Endpoints['operatorSources']>['sources'][number];

type OnFiles = (files: File[], source: string) => void;

/** The public sources of customs files: those whose data may be shown first, then those to be warned of. */
export function SourcesPart({ onFiles }: { onFiles: OnFiles }) {
  const found = useQuery(sources);
  const act = useLoadingAct();
  return (
    <section className="stack gap-16" aria-label="Public sources">
      <h2>Public sources</h2>
      <p className="soft">
        Offices that publish customs files; how these are read ships with the portal. Follow a source, and its files are
        fetched as they come out. Where their addresses are not known, fetch them yourself and choose them at the
        source.
      </p>
      {act.error && <Notice kind="wrong">{act.error.message}</Notice>}
      {act.data && <Notice kind="done">{act.data.message}</Notice>}
      <Listed found={found}>
        {(all) => (
          <div className="grid gap-8">
            {all
              .toSorted((one, other) => Number(mayBeShown(other)) - Number(mayBeShown(one)))
              .map((source) => (
                <Card key={source.name} source={source} act={act} onFiles={onFiles} />
              ))}
          </div>
        )}
      </Listed>
    </section>
  );
}

const LEAVE = { yes: 'yes', no: 'no', unsure: 'not known' };

function Card({ source, act, onFiles }: { source: Source; act: LoadingAct; onFiles: OnFiles }) {
  const { title, licence, publisher, where, rhythm, stays, lacks, traps, unpack, loads, until, news } = source;
  const leave = `Show: ${LEAVE[licence.show]}. Sell: ${LEAVE[licence.sell]}. Pass on: ${LEAVE[licence.passOn]}.`;
  return (
    <details className="surface p-12-16">
      <summary>
        {title} <span className={mayBeShown(source) ? 'soft' : 'mind'}>{stateOf(source)}</span>
      </summary>
      <dl className="grid gap-8 mt-8">
        <Fact name="Licence" why={`${licence.basis} (as of ${displayDate(licence.asOf)}).`}>
          {licence.terms}. {leave}
        </Fact>
        <Fact name="Published by" why={[rhythm, stays].filter(Boolean).join('; ')}>
          {[publisher, where].filter(Boolean).join(', ')}
        </Fact>
        <Several name="It lacks" texts={lacks} />
        <Several name="What its files do" texts={traps} />
        <Several name="Before they are loaded" texts={unpack === '' ? [] : [unpack]} />
        {until !== null && (
          <Fact name="Loaded">
            {formatCount(loads.length)} {loads.length === 1 ? 'file' : 'files'}, records until {displayDate(until)}
          </Fact>
        )}
        <Several name="Of what it says that a period comes to" texts={source.shares.map(shareInWords)} />
        {news !== null && <News news={news} />}
        {source.nextAt !== null && <Fact name="Looked for again">{displayTime(source.nextAt)}</Fact>}
      </dl>
      {mayBeShown(source) && <Acts source={source} act={act} onFiles={onFiles} />}
    </details>
  );
}

/** What somebody may do: have its files fetched, or choose some that were fetched by hand. */
function Acts({ source: { name, title, fetch, since }, act, onFiles }: Parameters<typeof Card>[0]) {
  const params = { source: name };
  const follow = () => act.mutate(() => operatorClient.followSource({}, { params }));
  return (
    <Group gap="xs" mt="sm">
      {fetch.length > 0 && (
        <Button variant="default" size="xs" loading={act.isPending} onClick={follow}>
          {since === null ? `Follow ${title}` : 'Look now'}
        </Button>
      )}
      {since !== null && (
        <Button
          variant="default"
          size="xs"
          onClick={() => act.mutate(() => operatorClient.leaveSource({}, { params }))}
        >
          Stop following
        </Button>
      )}
      <FileButton
        multiple
        inputProps={{ 'aria-label': `Files of ${title}` }}
        onChange={(files) => files.length > 0 && onFiles(files, name)}
      >
        {(props) => (
          <Button {...props} variant="default" size="xs">
            Choose its files
          </Button>
        )}
      </FileButton>
    </Group>
  );
}

/** What came of looking for its files last: a failure first. */
function News({ news: { at, files, same, gone, failed } }: { news: NonNullable<Source['news']> }) {
  return (
    <Fact name={`Looked for at ${displayTime(at)}`}>
      <ul className="plainList grid gap-8">
        {failed.map((line) => (
          <li key={line} className="mind">
            {line}
          </li>
        ))}
        {files.map(({ file, records, sums, replaced }) => (
          <li key={file}>
            {file}: {replaced && `${formatCount(replaced.records)} → `}
            {formatCount(records)} records
            {Object.entries(sums).map(([column, sum]) => (
              <span key={column} className="block soft small">
                {column}: {replaced && `${replaced.sums[column] ?? '0'} → `}
                {sum}
              </span>
            ))}
          </li>
        ))}
        {gone.map((file) => (
          <li key={file}>{file} is no longer published. What is loaded of it stays.</li>
        ))}
        <li>
          {formatCount(same)} {same === 1 ? 'file' : 'files'} as before
        </li>
      </ul>
    </Fact>
  );
}

function shareInWords({ trade, period, records, usd, loaded }: Source['shares'][number]): string {
  const kind = trade === 'IMPORT' ? 'imports' : 'exports';
  const of = (part: number, whole: number) => `${formatCount(part)} of ${formatCount(whole)}`;
  return `${period}, ${kind}: ${of(loaded.records, records)} records, ${of(loaded.usd, usd)} USD are loaded`;
}

function stateOf(source: Source): string {
  if (!mayBeShown(source)) return 'may not be published';
  if (source.news && source.news.failed.length > 0) return 'not all files could be brought';
  if (source.until === null) return 'nothing is loaded';
  return `loaded until ${displayDate(source.until)}`;
}

function Several({ name, texts }: { name: string; texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <Fact name={name}>
      <ul className="plainList grid gap-8">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Fact>
  );
}
