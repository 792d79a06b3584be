import { ENDPOINTS, type Endpoint } from '@tidewaiter/contract';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';

/** Where `npm run dev` finds the portal's server. */
const PORTAL = 'http://127.0.0.1:3000';

const ADDRESSES = '\0endpoint-addresses';

/**
 * The contract's client reads only how an endpoint is called, yet importing the endpoints brings their schemas,
 * the column catalogue and a list of the world's countries: 45 kB compressed that the sign-in screen has no use for. The
 * client therefore gets that alone, taken from the same definitions when the app is built.
 */
function endpointAddresses(): Plugin {
  return {
    name: 'endpoint-addresses',
    enforce: 'pre',
    resolveId(source, importer) {
      const fromClient = importer?.endsWith('/contract/src/client.ts');
      return fromClient && source === './endpoints/index.js' ? ADDRESSES : null;
    },
    load(id) {
      if (id !== ADDRESSES) return null;
      const addresses = Object.values<Endpoint>(ENDPOINTS).map(({ name, method, path, inQuery }) => [
        name,
        { method, path, inQuery },
      ]);
      return `export const ENDPOINTS = ${JSON.stringify(Object.fromEntries(addresses))};`;
    },
  };
}

export default defineConfig({
  plugins: [endpointAddresses(), react()],
  // The contract is bundled from its source, so that a change in it needs no build of its own.
  resolve: { conditions: ['tidewaiter:source', ...defaultClientConditions] },
  // The server puts a fresh nonce in place of this on every response.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    // A data: URL would need its own allowance in the content security policy.
    assetsInlineLimit: 0,
    // Browsers that lack it load the same modules a little later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The contract only defines things: a schema that no screen of a chunk uses is left out of it.
      treeshake: {
        moduleSideEffects: [{ test: /[/]packages[/]contract[/]/, sideEffects: false }],
      },
    },
  },
  server: {
    proxy: {
      '/user-management': PORTAL,
      '/search-management': PORTAL,
      '/masterdata-management': PORTAL,
      '/activity-management': PORTAL,
    },
  },
});
