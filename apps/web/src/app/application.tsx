import { RouterProvider } from '@tanstack/react-router';
import { useLayoutEffect } from 'react';
import { systemOfReader, writeNumbersAs } from '../format/numbers.js';
import { prepareScreen } from '../session/prepare-screen.js';
import { WayGiven } from '../ui/way-link.js';
import { router } from './router.js';

// Before anybody has said otherwise, and for those whom nobody knows.
writeNumbersAs(systemOfReader(navigator.languages));

// The page showed the frame before there was a screen.
router.subscribe('onRendered', () => document.getElementById('frame')?.remove());

export const prepare = (address: string): void => prepareScreen(router, address);

let stopListening: (() => void) | undefined;

/** Goes to an address; once it has, the application may be shown, and shows it at once. */
export function arrive(address: string, how?: { replace: boolean }): Promise<void> {
  // The router hears Back and Forward once it is shown. Until then, who turns back on the way would not be heard.
  if (!router.history.subscribers.size) stopListening = router.history.subscribe((change) => router.load(change));
  return router.navigate({ href: address, ...how });
}

const WAY = { go: arrive, prepare };

export function Application() {
  useLayoutEffect(() => stopListening?.(), []);
  return (
    <WayGiven value={WAY}>
      <RouterProvider router={router} />
    </WayGiven>
  );
}
