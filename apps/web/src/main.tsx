import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import './app/tokens.css';
import './app/base.css';
import './app/shared.css';
import './app/frame.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { router } from './app/router.js';
import { cssVariablesResolver, theme } from './app/theme.js';
import { queryClient } from './session/query-client.js';
import { sessionStore } from './session/store.js';

// Scroll locking under dialogs adds a style element of its own; the policy lets it in by the same nonce.
setNonce(pageNonce());

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// What draws the address's screen is on its way while the session is looked up.
if (sessionStore.mayRestore()) {
  const { pathname, search } = router.latestLocation;
  for (const { routeId } of router.matchRoutes(pathname, search)) {
    void router.loadRouteChunk(router.routesById[routeId])?.catch(() => {});
  }
}

// The page showed the frame before there was a screen.
router.subscribe('onRendered', () => document.getElementById('frame')?.remove());
createRoot(root).render(
  <StrictMode>
    <Providers />
  </StrictMode>,
);

function Providers() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={pageNonce}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** The nonce of this response, which the content security policy asks of every style element. */
function pageNonce(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  // Browsers hide the attribute and keep the property; before a policy is in force it is the other way round.
  return meta?.nonce || meta?.getAttribute('nonce') || '';
}
