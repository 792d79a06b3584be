import { Textarea } from '@mantine/core';
import { type KeyboardEvent, type Ref, type RefObject, useEffect, useImperativeHandle, useRef } from 'react';
import type { LineField } from './line-editor.js';

interface PlainLineProps {
  ref: Ref<LineField>;
  id: string;
  label: string;
  description: string;
  value: string;
  error: boolean;
  describedBy: string;
  reached: RefObject<boolean>;
  onChange: (text: string) => void;
  onAsk: (text: string) => void;
}

/** The query line as a field of the browser's own, for a phone. */
export function PlainLine({ ref, describedBy, reached, onChange, onAsk, ...field }: PlainLineProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(
    ref,
    () => ({
      focus: () => area.current?.focus(),
      select(from, to) {
        area.current?.focus();
        area.current?.setSelectionRange(from, to);
      },
    }),
    [],
  );

  useEffect(() => {
    if (reached.current) area.current?.focus();
    reached.current = false;
  }, [reached]);

  /** A line has no second one: Enter asks. */
  function ask(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onAsk(event.currentTarget.value);
  }

  return (
    <Textarea
      {...field}
      ref={area}
      autosize
      minRows={1}
      maxRows={6}
      spellCheck={false}
      aria-describedby={describedBy}
      classNames={{ input: 'code anywhere' }}
      onChange={(event) => onChange(event.currentTarget.value.replaceAll('\n', ' '))}
      onKeyDown={ask}
    />
  );
}
