import { ENDPOINTS, type Endpoint, MESSAGES } from '@tidewaiter/contract';
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

/**
 * One object with every message comes whole, wherever one of them is said: 4 kB compressed of which the sign-in screen says little. A message
 * is therefore written where it is named.
 */
function messageTexts(): Plugin {
  const texts: Record<string, string> = MESSAGES;
  return {
    name: 'message-texts',
    enforce: 'pre',
    transform(code, id) {
      if (!/\.tsx?$/.test(id) || !code.includes('MESSAGES.')) return null;
      return { code: code.replace(/\bMESSAGES\.(\w+)/g, (_, name: string) => JSON.stringify(texts[name])), map: null };
    },
  };
}

/** Libraries that every screen begins with: in one piece they compress better than in the many that screens would share. */
const COMMON =
  /node_modules[/](react|react-dom|scheduler|@tanstack[/](query-core|react-query|react-router|router-core|history|store|react-store))[/]|@mantine[/]core[/]esm[/]core[/](Box|MantineProvider|factory)[/]/;

export default defineConfig({
  plugins: [endpointAddresses(), messageTexts(), react()],
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
      output: { codeSplitting: { groups: [{ name: 'common', test: COMMON }] } },
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
