import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ExportView, MESSAGES } from '@tidewaiter/contract';
import { useEffect, useRef, useState } from 'react';
import { LEDGER_KEY } from '../../session/account.js';
import { client } from '../../session/client.js';
import { SUBSCRIPTION_KEY } from '../../session/query-client.js';
import { notifyDone, notifyWithAct, notifyWrong } from '../../ui/notification.js';
import { downloadExport, EXPORTS_KEY, openExports, showAsOpen, startedOn, tellsOwned } from './export-calls.js';
import classes from './export-tray.module.css';
import { progressWords, rateOf, type Sample, withSample } from './progress.js';

/** The person's exports that wait or are being made, at the foot of every screen; it tells of their end. */
export function ExportTray({ userId }: { userId: number }) {
  const { data: open, dataUpdatedAt } = useQuery(openExports(userId));
  useEnds(userId, open);
  if (!open || open.length === 0) return null;
  return (
    <section className={classes.tray} aria-label="Exports under way">
      <ul className="plainList">
        {open.map((one) => (
          <OpenExport key={one.exportId} open={one} at={dataUpdatedAt} />
        ))}
      </ul>
    </section>
  );
}

/** One export: how far it is, and a way to stop it. */
function OpenExport({ open, at }: { open: ExportView; at: number }) {
  const { exportId, state, fileName, question, rows, rowsDone } = open;
  const queryClient = useQueryClient();
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  if (state === 'MAKING' && samples.at(-1)?.at !== at) setSamples(withSample(samples, { at, rows: rowsDone }));
  const cancel = useMutation({
    mutationFn: () => client.cancelExport({ exportId }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [EXPORTS_KEY] }),
    onError: (error) => notifyWrong(error.message),
  });
  const words = cancel.isPending || cancel.isSuccess ? 'Cancelling' : progressWords(open, rateOf(samples));
  const share = rows === 0 ? 0 : Math.min(100, Math.floor((100 * rowsDone) / rows));
  return (
    <li className={classes.export}>
      <div className="row gap-8">
        <p className="cut flex-1 min-w-0 medium" title={question}>
          {fileName}
        </p>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label={`Cancel export ${fileName}`}
          title="Cancel"
          onClick={() => {
            if (!cancel.isPending) cancel.mutate();
          }}
        >
          <IconX size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      </div>
      <div
        role="progressbar"
        className={classes.bar}
        aria-label={`Rows of ${fileName}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share}
        aria-valuetext={words}
      >
        <div style={{ width: `${share}%` }} />
      </div>
      <p className="soft figures">{words}</p>
    </li>
  );
}

/** Hears of each export's end and tells of it; figures that its points and records change are asked for again. */
function useEnds(userId: number, open: readonly ExportView[] | undefined): void {
  const queryClient = useQueryClient();
  const known = useRef<ReadonlyMap<string, ExportView['state']>>(new Map());

  useEffect(() => {
    if (!open) return;
    const now = new Map(open.map(({ exportId, state }) => [exportId, state]));
    // What was started here may have ended before this was drawn.
    const before = new Set([...known.current.keys(), ...startedOn.keys()]);
    const ended = [...before].filter((exportId) => !now.has(exportId));
    const moved = [...now].some(([exportId, state]) => known.current.get(exportId) !== state);
    known.current = now;
    if (moved) countAgain();
    // Where the portal does not say, the history does later.
    for (const exportId of ended) void tellEnd(exportId).catch(countAgain);

    // Points are taken when the file is begun, and come back when it is not made.
    function countAgain() {
      for (const key of [SUBSCRIPTION_KEY, LEDGER_KEY]) void queryClient.invalidateQueries({ queryKey: [key] });
      void queryClient.invalidateQueries({ queryKey: [EXPORTS_KEY, 'list'] });
    }

    async function tellEnd(exportId: string) {
      const screen = startedOn.get(exportId);
      startedOn.delete(exportId);
      const ended = await queryClient.fetchQuery({
        queryKey: [EXPORTS_KEY, 'ended', exportId],
        queryFn: () => client.exportDetails({ exportId }),
        retry: 3,
        gcTime: 0,
      });
      if (ended.state === 'WAITING' || ended.state === 'MAKING') {
        if (screen !== undefined) startedOn.set(exportId, screen);
        return showAsOpen(queryClient, userId, ended);
      }
      countAgain();
      if (ended.state === 'FAILED') return notifyWrong(ended.reason?.errorMsg ?? MESSAGES.exportFailed);
      if (ended.state === 'CANCELLED') return notifyDone(MESSAGES.exportCancelled);
      void queryClient.invalidateQueries({ predicate: tellsOwned });
      const download = () => void downloadExport(exportId).catch((error: Error) => notifyWrong(error.message));
      notifyWithAct(`${ended.fileName} is ready.`, 'Download', download);
      if (screen === window.location.pathname) download();
    }
  }, [open, queryClient, userId]);
}
