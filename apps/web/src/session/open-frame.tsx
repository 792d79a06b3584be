import type { ComponentProps } from 'react';
import { EntryFrame } from '../ui/entry-frame.js';
import { Page } from '../ui/page.js';
import { useSession } from './store.js';

/** Tells whether somebody is signed in to whom all screens are open. */
export function useIsInside(): boolean {
  const { user } = useSession();
  return user !== null && !user.mustChangePassword && !user.mustAddFactor;
}

/** Frames a screen for anybody: by itself for strangers, within the navigation for who is signed in. */
export function OpenFrame({ title, children, ...frame }: ComponentProps<typeof EntryFrame>) {
  if (useIsInside()) return <Page title={title}>{children}</Page>;
  return (
    <EntryFrame title={title} {...frame}>
      <h1>{title}</h1>
      {children}
    </EntryFrame>
  );
}
