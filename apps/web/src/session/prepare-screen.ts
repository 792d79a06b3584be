import type { AnyRouter } from '@tanstack/react-router';

/** Fetches what draws an address's screen, whoever may see it: nothing of it is shown yet. */
export function prepareScreen(router: AnyRouter, address: string): void {
  const { pathname, search } = new URL(address, window.location.origin);
  for (const { routeId } of router.matchRoutes(pathname, router.options.parseSearch(search))) {
    void router.loadRouteChunk(router.routesById[routeId])?.catch(() => {});
  }
}
