import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { LIMITS } from '@tidewaiter/contract';
import { useState } from 'react';

/** After a pause in typing as long as this, what was typed is looked for. */
const LOOK_AFTER_MS = 300;

interface SoughtTextProps extends Omit<TextInputProps, 'type' | 'value' | 'onChange'> {
  /** It is looked for, and may change by itself: by the browser's way back, or by a link that shows all. */
  text: string;
  onLook: (text: string) => void;
}

/** Looks for a field's text as soon as typing pauses. What is typed stands until another text comes than it has sent. */
export function SoughtText({ text, onLook, ...field }: SoughtTextProps) {
  const [state, setState] = useState({ text, sent: text, typed: text });
  if (state.text !== text) setState({ text, sent: text, typed: text === state.sent ? state.typed : text });
  const look = useDebouncedCallback((sought: string) => {
    setState((now) => ({ ...now, sent: sought }));
    onLook(sought);
  }, LOOK_AFTER_MS);
  return (
    <TextInput
      maxLength={LIMITS.searchValueMaxLength}
      {...field}
      type="search"
      value={state.typed}
      onChange={({ currentTarget: { value } }) => {
        setState((now) => ({ ...now, typed: value }));
        look(value.trim());
      }}
    />
  );
}
