import { RouterProvider } from '@tanstack/react-router';
import { prepareScreen } from '../session/prepare-screen.js';
import { WayGiven } from '../ui/way-link.js';
import { router } from './router.js';

// The page showed the frame before there was a screen.
router.subscribe('onRendered', () => document.getElementById('frame')?.remove());

export const prepare = (address: string): void => prepareScreen(router, address);

/** Goes to an address; once it has, the application may be shown, and shows it at once. */
export const arrive = (address: string, how?: { replace: boolean }): Promise<void> =>
  router.navigate({ href: address, ...how });

const WAY = { go: arrive, prepare };

export function Application() {
  return (
    <WayGiven value={WAY}>
      <RouterProvider router={router} />
    </WayGiven>
  );
}
