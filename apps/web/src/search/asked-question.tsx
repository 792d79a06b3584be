import { Link } from '@tanstack/react-router';
import type { SearchAddress } from '@tidewaiter/contract';
import type { ReactNode } from 'react';
import type { Answering } from './model/entry.js';
import bar from './question-bar.module.css';

interface AskedQuestionProps {
  /** The question in words. */
  children: ReactNode;
  address: SearchAddress;
  /** It analyses the question, and the changed one. */
  screen: Answering;
}

/** What is analysed ('Select Search Parameters', SPEC 2): Change leads to its form, whose answer is shown where it was opened from. */
export function AskedQuestion({ children, address, screen }: AskedQuestionProps) {
  return (
    <section className={`${bar.bar} ${bar.line}`} aria-label="Select Search Parameters">
      <p className={bar.text} data-whole>
        {children}
      </p>
      <Link
        to="/list1"
        search={address}
        state={{ form: screen }}
        className="flex-none accent medium undecorated not-printed"
      >
        Change
      </Link>
    </section>
  );
}
