import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

/** Where `npm run dev` finds the portal's server. */
const PORTAL = 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react()],
  // The contract is bundled from its source, so that a change in it needs no build of its own.
  resolve: { conditions: ['tidewaiter:source', ...defaultClientConditions] },
  // The server puts a fresh nonce in place of this on every response.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    // A data: URL would need its own allowance in the content security policy.
    assetsInlineLimit: 0,
  },
  server: {
    proxy: {
      '/user-management': PORTAL,
      '/search-management': PORTAL,
      '/masterdata-management': PORTAL,
    },
  },
});
