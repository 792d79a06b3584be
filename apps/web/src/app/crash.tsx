import { Button } from '@mantine/core';
import { MESSAGES } from '@tidewaiter/contract';
import { Component, type ReactNode } from 'react';

/** The last net under a screen: a fault of ours never leaves an empty page. */
export function Crash({ reset }: { reset: () => void }) {
  return (
    <main
      className="grid justify-items-start gap-16 m-auto"
      style={{ maxWidth: 560, padding: '32px 16px' }}
      role="alert"
    >
      <h1>{MESSAGES.oops}</h1>
      <p>{MESSAGES.somethingWrong}</p>
      <Button onClick={reset}>Try again</Button>
    </main>
  );
}

/** Holds that net where no router does. */
export class Net extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <Crash reset={() => this.setState({ failed: false })} /> : this.props.children;
  }
}
