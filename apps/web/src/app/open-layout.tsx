import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { later } from '../session/client.js';
import { useIsInside } from '../session/open-frame.js';

const SignedInLayout = later(() => import('./signed-in-layout.js'), 'SignedInLayout');

/** Frames a screen for anybody: who is signed in keeps the navigation. */
export function OpenLayout() {
  if (!useIsInside()) return <Outlet />;
  return (
    <Suspense>
      <SignedInLayout />
    </Suspense>
  );
}
