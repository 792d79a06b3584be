import { Link } from '@tanstack/react-router';
import type { SearchAddress } from '@tidewaiter/contract';
import type { ReactNode } from 'react';
import bar from './question-bar.module.css';

interface AskedQuestionProps {
  /** The question in words. */
  children: ReactNode;
  address: SearchAddress;
}

/** What is analysed ('Select Search Parameters', SPEC 2): Change leads to the list of its records, where the form is open on it. */
export function AskedQuestion({ children, address }: AskedQuestionProps) {
  return (
    <section className={`${bar.bar} ${bar.line}`} aria-label="Select Search Parameters">
      <p className={bar.text} data-whole>
        {children}
      </p>
      <Link
        to="/list1"
        search={address}
        state={{ form: 'open' }}
        className="flex-none accent medium undecorated not-printed"
      >
        Change
      </Link>
    </section>
  );
}
