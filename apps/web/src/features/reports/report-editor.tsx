import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { LIMITS, REPORT_LIMITS, type Report, type ReportBlock, type ReportChart } from '@tidewaiter/contract';
import { type FormEvent, useState } from 'react';
import { reportCalls, useRefreshReports } from '../../search/reports/report-calls.js';
import { CHART_WORDS, chartsFor } from '../../search/reports/report-charts.js';
import { useDragOrder } from '../../search/table/use-drag-order.js';
import { ActionButton } from '../../ui/action-button.js';
import { Notice } from '../../ui/notice.js';

/** A block while it is changed: a new text has an id of the screen's own. */
type Draft = ReportBlock & { isNew?: boolean };

interface ReportEditorProps {
  report: Report;
  onEnd: () => void;
}

/** What a report is called, and its blocks in their order: moved by pointer or by keys, named, drawn otherwise, written, removed. */
export function ReportEditor({ report, onEnd }: ReportEditorProps) {
  const [name, setName] = useState(report.name);
  const [blocks, setBlocks] = useState<Draft[]>(report.blocks);
  const refresh = useRefreshReports();
  const save = useMutation({
    mutationFn: () =>
      reportCalls.changeReport({
        reportId: report.reportId,
        revision: report.revision,
        name,
        blocks: blocks.map((block) => {
          if (block.kind === 'TEXT') return { ...(!block.isNew && { id: block.id }), text: block.text };
          return { id: block.id, title: block.title, chart: block.chart };
        }),
      }),
    onSuccess: async () => {
      await refresh();
      onEnd();
    },
  });
  const change = (id: string, part: object) =>
    setBlocks((before) => before.map((block) => (block.id === id ? ({ ...block, ...part } as Draft) : block)));
  const remove = (id: string) => setBlocks((before) => before.filter((block) => block.id !== id));
  const move = (id: string, by: number) =>
    setBlocks((before) => {
      const at = before.findIndex((block) => block.id === id);
      return before.toSpliced(at, 1).toSpliced(at + by, 0, before[at] as Draft);
    });
  const { handlers, mark } = useDragOrder('y', (key, target, side) =>
    setBlocks((before) => {
      const moved = before.find(({ id }) => id === key);
      const rest = before.filter(({ id }) => id !== key);
      const at = rest.findIndex(({ id }) => id === target);
      return moved && at >= 0 ? rest.toSpliced(side === 'after' ? at + 1 : at, 0, moved) : before;
    }),
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!save.isPending) save.mutate();
  }

  return (
    <form onSubmit={submit} className="stack gap-16" aria-label="Change the report">
      {save.error && <Notice kind="wrong">{save.error.message}</Notice>}
      <TextInput
        label="Name of the report"
        maxLength={LIMITS.nameMaxLength}
        value={name}
        required
        withAsterisk={false}
        data-autofocus
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
      <ol className="stack gap-12 m-0 p-0 relative" {...handlers}>
        {mark !== null && <li className="drop-mark" style={{ top: mark }} aria-hidden="true" />}
        {blocks.map((block, at) => (
          <li key={block.id} draggable data-key={block.id} className="row wrap items-end gap-8-16">
            {block.kind === 'TEXT' ? (
              <Textarea
                label={`Text ${at + 1}`}
                description="A line that begins with # is a heading, one that begins with - a point of a list."
                className="flex-1"
                autosize
                minRows={3}
                maxLength={REPORT_LIMITS.reportText}
                value={block.text}
                onChange={({ currentTarget: { value } }) => change(block.id, { text: value })}
              />
            ) : (
              <>
                <TextInput
                  label={`Title ${at + 1}`}
                  className="flex-1"
                  maxLength={LIMITS.nameMaxLength}
                  value={block.title}
                  required
                  withAsterisk={false}
                  onChange={({ currentTarget: { value } }) => change(block.id, { title: value })}
                />
                <NativeSelect
                  label="Drawn as"
                  value={block.chart}
                  data={chartsFor(block.asks).map((value) => ({ value, label: CHART_WORDS[value] }))}
                  onChange={({ currentTarget: { value } }) => change(block.id, { chart: value as ReportChart })}
                />
              </>
            )}
            <div className="row gap-8">
              <Button
                variant="default"
                size="xs"
                disabled={at === 0}
                aria-label={`Move block ${at + 1} up`}
                onClick={() => move(block.id, -1)}
              >
                Up
              </Button>
              <Button
                variant="default"
                size="xs"
                disabled={at === blocks.length - 1}
                aria-label={`Move block ${at + 1} down`}
                onClick={() => move(block.id, 1)}
              >
                Down
              </Button>
              <Button
                variant="default"
                size="xs"
                aria-label={`Remove block ${at + 1}`}
                onClick={() => remove(block.id)}
              >
                Remove
              </Button>
            </div>
          </li>
        ))}
      </ol>
      <div className="row wrap gap-8">
        <ActionButton type="submit" busy={save.isPending}>
          Save
        </ActionButton>
        <Button
          variant="default"
          disabled={blocks.length >= REPORT_LIMITS.reportBlocks}
          onClick={() =>
            setBlocks((before) => [...before, { id: crypto.randomUUID(), kind: 'TEXT', text: '', isNew: true }])
          }
        >
          Add text
        </Button>
        <Button variant="default" onClick={onEnd}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
