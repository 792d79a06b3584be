import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ListedDraft } from '@tidewaiter/contract';
import { useRef, useState } from 'react';
import { formatBytes } from '../../../format/numbers.js';
import { ColumnTable } from '../../../ui/column-table.js';
import { DropPlace } from '../../../ui/drop-place.js';
import { Notice } from '../../../ui/notice.js';
import { Page } from '../../../ui/page.js';
import { Listed } from '../listed.js';
import { operatorClient } from '../operator-client.js';
import { DraftPart } from './draft-part.js';
import { percentOf, stateInWords } from './in-words.js';
import { drafts, useLoadingAct, useLookAgain } from './loading-calls.js';
import { MappingsPart } from './mappings-part.js';
import { sendFile } from './send-file.js';
import { SourcesPart } from './sources-part.js';

const route = getRouteApi('/signed-in/operator/loads');

/** Files of customs records become records here: sent, understood, asked about, held against their source, loaded. */
export function LoadingScreen() {
  const { draft } = route.useSearch();
  const navigate = route.useNavigate();
  const show = (one: string | undefined) => void navigate({ search: one === undefined ? {} : { draft: one } });
  const sending = useSending(show);
  const found = useQuery(drafts);
  const act = useLoadingAct();
  const discard = (one: string) => {
    if (one === draft) show(undefined);
    act.mutate(() => operatorClient.discardDraft({}, { params: { draft: one } }));
  };
  return (
    <Page
      title="Load files"
      lead={
        <>
          Each is read, understood and shown before anything is published.{' '}
          <Link to="/operator" search={{ part: 'loads' }}>
            What is loaded
          </Link>
        </>
      }
    >
      <DropPlace label="Files of records" button="Choose files" many onFiles={(files) => sending.send(files)}>
        <p>
          CSV of any delimiter and encoding, XLSX, Parquet, newline JSON, dBase, each also packed (.gz, .zst, .zip). If
          the connection breaks, choose the file again: it goes on where it was.
        </p>
      </DropPlace>
      {sending.failed && <Notice kind="wrong">{sending.failed}</Notice>}
      {act.error && <Notice kind="wrong">{act.error.message}</Notice>}
      <Listed found={found}>
        {(all) =>
          all.length > 0 && (
            <ColumnTable
              label="Files"
              rows={all}
              keyOf={(one) => one.draft}
              columns={[
                {
                  name: 'File',
                  isHead: true,
                  cell: (one) => (
                    <Link
                      to="/operator/loads"
                      search={{ draft: one.draft }}
                      aria-current={one.draft === draft || undefined}
                    >
                      {one.file}
                    </Link>
                  ),
                },
                { name: 'Size', isNumber: true, isWide: true, cell: ({ bytes }) => formatBytes(bytes) },
                { name: 'State', cell: (one) => <State one={one} sent={sending.sent.get(one.draft)} /> },
                {
                  name: 'Change',
                  cell: ({ draft: id, file, state }) =>
                    state !== 'LOADING' && (
                      <Button variant="default" size="xs" aria-label={`Discard ${file}`} onClick={() => discard(id)}>
                        {state === 'LOADED' ? 'Clear' : 'Discard'}
                      </Button>
                    ),
                },
              ]}
            />
          )
        }
      </Listed>
      {draft !== undefined && <DraftPart key={draft} draft={draft} />}
      <SourcesPart onFiles={sending.send} />
      <MappingsPart />
    </Page>
  );
}

function State({ one, sent }: { one: ListedDraft; sent: number | undefined }) {
  const text = stateInWords(
    sent === undefined ? one : { ...one, received: Math.max(sent, one.received) },
    sent !== undefined,
  );
  if (one.state !== 'SENDING' || sent === undefined) return <>{text}</>;
  return (
    <>
      {text}
      <progress
        className="block w-full"
        max={100}
        value={percentOf(sent, one.bytes)}
        aria-label={`${one.file}, sent`}
      />
    </>
  );
}

/** Sends files one after the other; the first of them is shown when it is there, unless another is. */
function useSending(show: (draft: string) => void) {
  const [sent, setSent] = useState<ReadonlyMap<string, number>>(new Map());
  const [failed, setFailed] = useState<string | null>(null);
  const queue = useRef(Promise.resolve());
  const lookAgain = useLookAgain();
  const sendOne = async (file: File, source: string | undefined) => {
    let draft: string | undefined;
    try {
      draft = await sendFile(file, source, (id, bytes) => {
        if (draft === undefined) void lookAgain();
        draft = id;
        setSent((before) => new Map(before).set(id, bytes));
      });
      show(draft);
    } catch (error) {
      setFailed(`${file.name} was not sent: ${error instanceof Error ? error.message : error}`);
    } finally {
      // Until it is known what became of it, it is no file that waits to be chosen again.
      await lookAgain();
      setSent((before) => new Map([...before].filter(([id]) => id !== draft)));
    }
  };
  const send = (files: File[], source?: string) => {
    setFailed(null);
    for (const file of files) queue.current = queue.current.then(() => sendOne(file, source));
  };
  return { sent, failed, send };
}
