import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { LIMITS } from '@tidewaiter/contract';
import { useState } from 'react';

/** Pauses in typing that are long enough to look for what was typed. */
const LOOK_AFTER_MS = 300;

interface SoughtTextProps extends Pick<TextInputProps, 'label' | 'placeholder' | 'aria-label' | 'className'> {
  /** What is looked for. It may change by itself: by the browser's way back, or by a link that shows all. */
  text: string;
  onLook: (text: string) => void;
}

/** A field whose text is looked for as soon as typing pauses. */
export function SoughtText({ text, onLook, ...field }: SoughtTextProps) {
  const [typed, setTyped] = useState(text);
  const [followed, setFollowed] = useState(text);
  if (followed !== text) {
    setFollowed(text);
    setTyped(text);
  }
  const look = useDebouncedCallback((sought: string) => {
    setFollowed(sought);
    onLook(sought);
  }, LOOK_AFTER_MS);
  return (
    <TextInput
      {...field}
      type="search"
      maxLength={LIMITS.searchValueMaxLength}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        look(value.trim());
      }}
    />
  );
}
