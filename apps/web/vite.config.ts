import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import {
  ENDPOINTS,
  type Endpoint,
  MESSAGES,
  OWN_LIST_ENDPOINTS,
  REPORT_ENDPOINTS,
  STANDING_ENDPOINTS,
} from '@tidewaiter/contract';
import react from '@vitejs/plugin-react';
import { continents, getCountryDataList } from 'countries-list';
import { defaultClientConditions, defineConfig, type Plugin, type Rolldown } from 'vite';
import { ENTRIES } from './src/app/navigation.js';

/** Where `npm run dev` finds the portal's server. */
const PORTAL = 'http://127.0.0.1:3000';

/** Calls that come with their screens. */
const OF_SCREENS = [OWN_LIST_ENDPOINTS, REPORT_ENDPOINTS, STANDING_ENDPOINTS];

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
      const fromClient = importer?.endsWith('/contract/src/endpoints/client.ts');
      return fromClient && source === './index.js' ? ADDRESSES : null;
    },
    load(id) {
      if (id !== ADDRESSES) return null;
      const said = readSources(new URL('src', import.meta.url)).join();
      const groups = new Map<string, string[]>();
      for (const [name, { method, path, inQuery, operator }] of Object.entries<Endpoint>(ENDPOINTS)) {
        // The operator's screen brings its own, and so do those of lists and of what is followed.
        if (operator || OF_SCREENS.some((calls) => name in calls)) continue;
        // Lists are called by names that are put together.
        if (!name.startsWith('list') && !new RegExp(`\\b${name}\\b`).test(said)) continue;
        const [, room = '', ...rest] = path.split('/');
        const way = rest.join('/') === name.toLowerCase() ? [] : [rest.join('/')];
        const group = `${method} ${room}${inQuery ? ' query' : ''}`;
        groups.set(group, [...(groups.get(group) ?? []), [name, ...way].join(' ')]);
      }
      // A line each, under what they share: hundreds of brackets, keys and words less to load.
      const addresses = [...groups].map(([group, calls]) => [group, ...calls].join('\n')).join('\n\n');
      return `export const ENDPOINTS = Object.fromEntries(${JSON.stringify(addresses)}.split('\\n\\n').flatMap((group) => {
        const [head, ...calls] = group.split('\\n');
        const [method, room, query] = head.split(' ');
        return calls.map((call) => {
          const [name, way = name.toLowerCase()] = call.split(' ');
          return [name, { method, path: '/' + room + '/' + way, inQuery: query !== undefined }];
        });
      }));`;
    },
  };
}

/** The program's own texts below a folder. */
function readSources(folder: URL): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(`${fileURLToPath(folder)}/${file}`, 'utf8'));
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

/** What makes an error of the catalogue, with its code. */
const MADE_ERROR = /new PortalError\(\s*'(\w+)'/g;

/**
 * The server words its refusals, so the browser needs the words of those alone that it makes itself: another 4 kB of which the sign-in screen
 * has no use.
 */
function errorTexts(): Plugin {
  const own = new Set<string>();
  for (const folder of ['src', '../../packages/contract/src/endpoints']) {
    for (const code of readSources(new URL(folder, import.meta.url)))
      for (const [, name = ''] of code.matchAll(MADE_ERROR)) own.add(name);
  }
  return {
    name: 'error-texts',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/contract/src/rules/errors.ts')) return null;
      const row = /^ {2}([A-Z_]+): \{ status: \d+, message: MESSAGES\.\w+ \},$/gm;
      return { code: code.replace(row, (whole, name: string) => (own.has(name) ? whole : '')), map: null };
    },
  };
}

/**
 * Each kind of a schema brings along how it would be written as JSON Schema, which is the server's documentation and nothing that a browser
 * does: 5 kB compressed of every screen that checks what it sends. The words about the contract's fields go the same way.
 */
function noJsonSchemas(): Plugin {
  return {
    name: 'no-json-schemas',
    enforce: 'pre',
    transform(code, id) {
      if (/[/]contract[/]src[/].*\.ts$/.test(id))
        return { code: code.replace(/\s*\.describe\(\s*(['"])(?:(?!\1)[^\\]|\\.)*\1,?\s*\)/g, ''), map: null };
      if (!/[/]zod[/]v4[/]core[/](to-json-schema|json-schema-processors)\.js$/.test(id)) return null;
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
      return { code: names.map((name) => `export const ${name} = () => undefined;`).join('\n'), map: null };
    },
  };
}

/**
 * The dictionary of countries knows their currencies, languages, capitals and dialling codes; the contract asks it for four things, and browsers
 * fetch those alone: 10 kB compressed less on every screen that names countries.
 */
function countriesInBrief(): Plugin {
  return {
    name: 'countries-in-brief',
    transform(_, id) {
      if (!/[/]countries-list[/]mjs[/]index\.js$/.test(id)) return null;
      const rows = getCountryDataList().map(({ iso2, iso3, name, continent, currency }) =>
        [iso2, iso3, name, continent, ...currency].join('\t'),
      );
      const code = `export const continents = ${JSON.stringify(continents)};
      export const getCountryDataList = () => ${JSON.stringify(rows.join('\n'))}.split('\\n').map((row) => {
        const [iso2, iso3, name, continent, ...currency] = row.split('\\t');
        return { iso2, iso3, name, continent, currency };
      });`;
      return { code, map: null };
    },
  };
}

/** A component of Mantine as it names its styles; `Button.module.mjs` names those of `styles/Button.layer.css`. */
const STYLED_COMPONENT = /[/]@mantine[/]core[/]esm[/].*[/](\w+)\.module\.mjs$/;

/** The styles of all of Mantine's components are 32 kB compressed, and paint waits for them: each comes with its component instead. */
function stylesWithComponents(): Plugin {
  return {
    name: 'styles-with-components',
    transform(code, id) {
      const [, component] = STYLED_COMPONENT.exec(id) ?? [];
      return component ? { code: `import '@mantine/core/styles/${component}.layer.css';\n${code}`, map: null } : null;
    },
  };
}

/** The sign-in screen alone, whatever is another screen's, and what draws every signed-in screen's frame. */
const DOOR = '/src/app/door.tsx';
const SIGN_UP_DOOR = '/src/app/sign-up-door.tsx';
const RESET_DOOR = '/src/app/reset-door.tsx';
const APPLICATION = '/src/app/application.tsx';
const FRAME = '/src/app/signed-in-layout.tsx';

/** The files that a chunk needs, and those that they need. */
function filesOf(bundle: Rolldown.OutputBundle, fileName: string, files = new Set<string>()): Set<string> {
  const chunk = bundle[fileName];
  if (chunk?.type !== 'chunk' || files.has(fileName)) return files;
  files.add(fileName);
  for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
  for (const imported of chunk.imports) filesOf(bundle, imported, files);
  return files;
}

/**
 * The page itself says what is seen first: the frame of signed-in screens and the sign-in screen in words, the files that draw either, and those
 * of the typeface that every page has letters of. What stands in the root is gone at the moment in which the application draws its first screen. `first-paint.js` shows and fetches them, for whom and when they are of use.
 */
function shownAtOnce(): Plugin {
  const links = [...ENTRIES, { label: 'Help Center', to: '/help', group: undefined }].map(
    ({ label, to, group }) =>
      `<a class="frame-link row soft small" href="${to}"${group ? ` data-group="${group}"` : ''}>${label}</a>`,
  );
  const frame = `<div id="frame"><header class="frame-head"><a class="frame-name row" href="/dashboard"><img src="/mark.svg" alt="" width="24" height="24"><span>Tidewaiter</span></a><nav class="frame-nav" aria-label="Main">${links.join('')}</nav></header></div>`;
  const door = readFileSync(new URL('src/app/door.html', import.meta.url), 'utf8').replace(/\n\s*/g, '');
  return {
    name: 'shown-at-once',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const outputs = Object.values(bundle);
        const needed = (is: (chunk: Rolldown.OutputChunk) => boolean) => {
          const chunk = outputs.find((file) => file.type === 'chunk' && is(file));
          return chunk ? filesOf(bundle, chunk.fileName) : new Set<string>();
        };
        const drawn = (module: string) => needed(({ facadeModuleId }) => facadeModuleId?.endsWith(module) ?? false);
        const first = needed(({ isEntry }) => isEntry);
        const beyondFirst = (module: string) => [...drawn(module)].filter((file) => !first.has(file));
        const application = beyondFirst(APPLICATION);
        const named = {
          login: beyondFirst(DOOR),
          signup: beyondFirst(SIGN_UP_DOOR),
          reset: beyondFirst(RESET_DOOR),
          application,
          frame: [...drawn(FRAME)].filter((file) => !first.has(file) && !application.includes(file)),
          typeface: outputs
            .filter((file) => file.type === 'asset' && file.names.some((name) => name.startsWith('inter-latin-wght')))
            .map(({ fileName }) => fileName),
        };
        const metas = Object.entries(named).map(
          ([name, files]) =>
            `<meta name="tidewaiter-${name}" content="${files.map((file) => `/${file}`).join(' ')}">\n    `,
        );
        return html
          .replace('<script src="/first-paint.js"', (script) => metas.join('') + script)
          .replace('<div id="root"></div>', `<div id="root">${door}</div>${frame}`);
      },
    },
  };
}

/** Below so many bytes a file is sent as it is. */
const WORTH_COMPRESSING = 1024;

/** Compresses the files when they are built: the portal would do it anew for everybody who asks for one. */
function compressedFiles(): Plugin {
  return {
    name: 'compressed-files',
    apply: 'build',
    async writeBundle({ dir = '.' }, bundle) {
      const files = Object.values(bundle).filter(({ fileName }) => /\.(js|css|svg)$/.test(fileName));
      for (const { fileName } of files) {
        const path = join(dir, fileName);
        const bytes = readFileSync(path);
        if (bytes.length < WORTH_COMPRESSING) continue;
        await Promise.all([
          promisify(brotliCompress)(bytes).then((made) => writeFile(`${path}.br`, made)),
          promisify(gzip)(bytes, { level: 9 }).then((made) => writeFile(`${path}.gz`, made)),
        ]);
      }
    },
  };
}

/** What sign-in has in common with other screens: it shall not fetch more for it. */
const ENTRY =
  /@tanstack[/](query-core|react-query)[/]|@mantine[/]hooks[/]esm[/](utils[/]random-id|use-id|use-uncontrolled)[/]|@mantine[/]core[/](esm[/]components|styles)[/](Alert|Anchor|CloseButton|Input|InputBase|PasswordInput|Text|TextInput)[./]|@tabler[/]icons-react[/]dist[/]esm[/](createReactComponent|defaultAttributes|icons[/]Icon(DeviceDesktop|Moon|Sun)\.)|apps[/]web[/]src[/](app[/]crash|format[/]months|session[/](site-settings|way-back)|ui[/](action-button|entry-frame\.module|mark|theme-toggle|way-on))\./;

/** What leads from screen to screen, of which those that a stranger opens have no need. */
const ROUTER = /@tanstack[/](react-router|router-core|history|react-store|store)[/]|src[/]session[/]prepare-screen\./;

/** Signs of nearly every screen, in one file instead of one each. */
const SIGNS = /icons[/]Icon(ArrowDown|Building|ChevronDown|ChevronRight|Search|X)\./;

/** What overlays share with other parts, which shall not fetch overlays for it. */
const NO_OVERLAY =
  /@mantine[/](hooks[/]esm[/](?!use-(drag|long-press|focus-return))|core[/]esm[/](core[/](utils[/](create-(safe-context|event-handler)|find-element|get-(ref-prop|single-element))|DirectionProvider)|components[/](Checkbox[/]CheckIcon|Combobox[/](ComboboxChevron|get-parsed-combobox-data)[/]|Portal|VisuallyHidden)))|@mantine[/]core[/]styles[/](ComboboxChevron|VisuallyHidden)\./;

/** What lies over a page, which nobody sees before they reach for it: lists and menus that hang on something, and what covers all. */
const FLOATING =
  /@floating-ui[/]|@mantine[/]core[/](esm[/](components|utils)|styles)[/](Floating|Combobox|Popover|ScrollArea|FocusTrap)[./]/;
const COVERING =
  /react-remove-scroll|use-sidecar|use-callback-ref|react-style-singleton|@mantine[/]core[/](esm[/]components|styles)[/](ModalBase|Modal|Drawer|Overlay)[./]|apps[/]web[/]src[/]ui[/]titled-modal\./;

/**
 * What so many parts of the app share comes in one file with the first of them. Left to themselves these were sixty files of a screen, most of
 * them of a few hundred bytes, each with headers of nine hundred.
 */
const WIDELY_SHARED = 14;

/** Small parts that stand together on screens of figures, in one file instead of one each. */
const PARTS =
  /apps[/]web[/]src[/]ui[/](copy-link|nothing-here|page-number|save-file|use-printing)\.|icons[/]Icon(Check|Link|List)\./;

/**
 * What screens have in common that ask: a question, its address, its calls. The grammar of lines, the calls of lists, of reports and of what is followed, and what analyses ask are of what is opened
 * behind them, however many open it.
 */
const ASKING =
  /apps[/]web[/]src[/](search[/](model|api[/](?!own-lists)|notes|reports(?=[/]add-to-))|format(?![/]measures))[/]|packages[/]contract[/]src[/](?!line[/]|query[/](query-of-line|signals|finding-words|groups)|rules[/](own-list-limits|report-limits|destinations|exports)|endpoints[/](own-lists|standing|paging|endpoint|reports?|report-\w+|in-depth|workspaces)\.)/;

export default defineConfig({
  plugins: [
    endpointAddresses(),
    errorTexts(),
    messageTexts(),
    noJsonSchemas(),
    countriesInBrief(),
    stylesWithComponents(),
    shownAtOnce(),
    compressedFiles(),
    react(),
  ],
  // The contract is bundled from its source, so that a change in it needs no build of its own.
  resolve: { conditions: ['tidewaiter:source', ...defaultClientConditions] },
  // The server puts a fresh nonce in place of this on every response.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    // A data: URL would need its own allowance in the content security policy.
    assetsInlineLimit: 0,
    // ECharts, which only screens with charts load, and those once one is to be drawn.
    chunkSizeWarningLimit: 600,
    // Browsers that lack it load the same modules a little later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Of six thousand signs the app imports two hundred: the others are not read.
      experimental: { lazyBarrel: true },
      // The sign-in screen carries the names of all files; a hash says enough in fewer letters.
      output: {
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: {
          groups: [
            { name: 'common', tags: ['$initial'] },
            { name: 'entry', test: ENTRY },
            { name: 'router', test: ROUTER },
            { name: 'signs', test: SIGNS },
            { name: 'hooks', test: NO_OVERLAY },
            { name: 'floating', test: FLOATING },
            { name: 'covering', test: COVERING },
            { name: 'frame', minShareCount: WIDELY_SHARED },
            { name: 'asking', test: ASKING, minShareCount: 4 },
            { name: 'parts', test: PARTS },
          ],
        },
      },
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
      '/analysis-management': PORTAL,
      '/export-management': PORTAL,
      '/operator-management': PORTAL,
    },
  },
});
