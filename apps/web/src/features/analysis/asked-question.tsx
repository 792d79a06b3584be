import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { SearchAddress } from '@tidewaiter/contract';
import { lazy, Suspense, useId, useState } from 'react';
import { ChangeQuestion } from '../../search/change-question.js';
import type { SearchDraft } from '../../search/model/draft.js';
import bar from '../../search/question-bar.module.css';
import { Held } from '../../ui/awaiting.js';
import classes from './asked-question.module.css';

const Parameters = lazy(async () => ({ default: (await import('./search-parameters.js')).Parameters }));

interface AskedQuestionProps {
  draft: SearchDraft;
  /** The question in words. */
  summary: string;
  address: SearchAddress;
}

/** The form 'Select Search Parameters' (SPEC 2): what is analysed, to be read only. It is folded to one line, which opens. */
export function AskedQuestion({ draft, summary, address }: AskedQuestionProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <section className={bar.bar} aria-label="Select Search Parameters">
      <div className={bar.line}>
        <UnstyledButton
          className={`${bar.line} ${classes.toggle}`}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <span className={`${bar.text} ${classes.summary}`} data-whole>
            {summary}
          </span>
          <span className="flex-none soft small medium not-printed">Select Search Parameters</span>
          <IconChevronDown size={16} stroke={1.6} aria-hidden />
        </UnstyledButton>
        <ChangeQuestion address={address} />
      </div>
      <div id={id} hidden={!open}>
        {open && (
          <Suspense fallback={<Held height={132} />}>
            <Parameters draft={draft} />
          </Suspense>
        )}
      </div>
    </section>
  );
}
