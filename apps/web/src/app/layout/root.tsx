import { Outlet } from '@tanstack/react-router';
import { SessionEnd } from './session-end.js';

export function Root() {
  return (
    <>
      <Outlet />
      <SessionEnd />
    </>
  );
}
