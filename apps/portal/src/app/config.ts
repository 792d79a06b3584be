import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { OperatorError, SESSION } from '@tidewaiter/contract';
import { z } from 'zod';
import type { TrustedIssuer } from '../oauth/trusted-issuer.js';
import { BACKUP_SETTINGS, type Backups, backupsOf } from './backup-settings.js';
import { CONNECTION_LIMITS, type ConnectionLimits } from './connection-limits.js';
import { issuerOf, OAUTH_SETTINGS } from './oauth-settings.js';
import { isSecretKey } from './secret-key.js';
import { choice, emailOf, onOrOff, type Setting, secret, setting, textThat, urlOf, wholeNumber } from './setting.js';

/** Settings of the process, from the environment. */
export interface Config {
  port: number;
  host: string;
  /** Absolute path of the folder that holds all state. */
  dataFolder: string;
  /** PostgreSQL for the accounts instead of the embedded engine. */
  databaseUrl: string | undefined;
  /** A ClickHouse server, or a cluster of them, for the shipment records instead of the embedded engine. */
  recordServer: { url: string; cluster: string | undefined } | undefined;
  /** Whether the files that are loaded are kept in the data folder. */
  archive: boolean;
  /** Bytes of answers that are kept for those who ask the same again. */
  answerBytes: number;
  /** `name:secret` by which the browser app identifies itself; never what protects data. */
  clientCredential: string;
  /** How many proxies stand in front of the portal, the last of which say who is calling; 0 when none may. */
  trustedProxies: number;
  /** Where people reach the portal: what mailed links begin with. */
  publicUrl: string;
  /** The mail server; without one, messages are written into the data folder's outbox. */
  smtpUrl: string | undefined;
  /** Whom messages come from. */
  mailFrom: string;
  /** By which secrets in the database are sealed; a file of the data folder has it where it is not set. */
  secretKey: string | undefined;
  /** What webhooks and destinations of files may call beside the public internet. */
  webhookTargets: string;
  /** Who is told about sign-ups and plan requests. */
  operatorEmail: string | undefined;
  /** Where people ask for details of a company that they keep as a contact. */
  contactMail: string | undefined;
  /** Who says that a sign-up is a person. */
  signUpVerification: 'operator' | 'mail';
  /** Whether what there was is kept before a newer version changes it. */
  upgradeCopy: boolean;
  /** How long a portal that was told to stop still takes calls, in seconds. */
  stopDelay: number;
  /** After how many seconds a process ends whose event loop stands; 0 never. */
  watchdogSeconds: number;
  /** How many sessions a person may have at a time. */
  sessionsPerPerson: number;
  /** Whether everybody must have a second factor. */
  secondFactor: 'required' | 'optional';
  /** How much work a sign-up costs a browser, in keys that are tried on average; the portal's own figure where it is not set. */
  captchaWork: number | undefined;
  /** The script of a chat provider, for the screens of those who are signed in. */
  chatWidget: URL | undefined;
  /** Whether the analysis keeps its figures from being taken off the screen by hand. */
  contentProtection: boolean;
  /** Whether calls are counted; off where something in front of the portal does it. */
  rateLimits: boolean;
  connections: ConnectionLimits;
  /**
   * For how many days a file that was exported can be fetched again, and what all files may take together, in bytes; where they lie, and
   * whether other portals may have theirs there.
   */
  exports: { days: number; quotaBytes: number; folder: string; isShared: boolean };
  /** A Chromium of the system, by which reports become PDF. */
  pdfBrowser: string | undefined;
  /** Where files lie that an operator has sent and not loaded yet. */
  uploads: string;
  /** What browsers are told never to ask in the clear again: this host, or those below it too. */
  hsts: 'host' | 'subdomains';
  backups: Backups;
  /** Whose access tokens let programs in, beside API keys; nobody's where it is not said. */
  issuer: TrustedIssuer | undefined;
  /** Whether the description of the calls is served. */
  apiDocs: boolean;
  logLevel: string;
  /** Whether the log says whose call each was. */
  logAccounts: boolean;
  /** Where traces are sent; nowhere where it is not said. */
  traces: URL | undefined;
  /** Where measurements are served; nowhere where it is not said. */
  metrics: { port: number; host: string } | undefined;
}

/** Signs with which the record engine would read a path as a pattern. */
const PATTERN_SIGNS = /[*?{}[\]]/;

/** @throws OperatorError where the record engine would read a path as a pattern */
export function mustBePlain(what: string, path: string): string {
  if (!PATTERN_SIGNS.test(path)) return path;
  throw new OperatorError(`${what} may not hold any of * ? { } [ ], which the engine reads as a pattern: ${path}`);
}

/** A host as a content security policy can name it: no pattern, and nothing that would end the directive. */
const POLICY_HOST = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d+)?$/;

const MEGABYTE = 1024 * 1024;

/** The address of a record server, and no more: what else the engine needs is ours to say. */
function isRecordServer(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '';
}

/** The address of a script of somebody else's, which the page lets in together with all that its origin answers. */
function isChatWidget(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'https:' && POLICY_HOST.test(url.host) && `${url.username}${url.password}` === '';
}

/**
 * Each proxy adds whom it saw to what the call says already, so only as many entries as there are proxies can be believed; what
 * stands before them is the caller's own.
 */
const proxies = textThat(
  (text) => /^(on|off|[1-9])$/.test(text),
  'must be on, off or the number of proxies (1 to 9)',
).transform((text) => (text === 'off' ? 0 : text === 'on' ? 1 : Number(text)));

/**
 * Every variable that is read from the environment, said once: {@link readConfig}, the help of `serve` and the reference in
 * `docs/operator.md` follow from it.
 */
export const SETTINGS = {
  PORT: setting(wholeNumber(0, 65_535), '3000', 'the port to listen on; `0` takes a free one'),
  HOST: setting(z.string(), '127.0.0.1', 'the address to listen on; `0.0.0.0` for other machines'),
  TIDEWAITER_DATA_DIR: setting(
    z.string(),
    'data',
    'the folder that holds all state, from where the command is run; its path may hold no `* ? { } [ ]`',
  ),
  DATABASE_URL: secret(
    z.string(),
    'PostgreSQL for the accounts, instead of the embedded engine: `postgres://user:password@host/database`',
  ),
  CLICKHOUSE_URL: secret(
    textThat(isRecordServer, 'must read http://user:password@host:8123/database (or https), and no more'),
    'ClickHouse for the shipment records, instead of the embedded engine: `http://user:password@host:8123/database`, or https',
  ),
  CLICKHOUSE_CLUSTER: setting(
    textThat((text) => /^[\w.-]+$/.test(text), 'must be the name of a cluster: letters, digits, "_", "." and "-"'),
    null,
    "the name of that server's cluster, where the records are spread over one",
  ),
  TIDEWAITER_ARCHIVE: setting(onOrOff, 'on', '`off`: the files that are loaded are not kept (see "The archive")'),
  ANSWER_CACHE_MB: setting(
    wholeNumber(0, 100_000),
    '128',
    'memory for answers that are kept for those who ask the same again; `0` keeps none. The spellings of parties and the words of texts are kept beside it: each name with 30 bytes more and, where a party is spelt in several ways, about 2 for each country and month, each word with 13; they are made at the start and for each new state of the records, beside what people ask',
  ),
  EXPORT_DAYS: setting(wholeNumber(1, 3650), '30', 'for how many days a file that was exported can be fetched again'),
  PDF_BROWSER: setting(
    z.string(),
    null,
    'a Chromium of the system (`/usr/bin/chromium`), by which reports become PDF; without it people print them in their browser',
  ),
  EXPORT_DIR: setting(
    z.string(),
    null,
    'the folder of those files; `exports` in the data folder unless it is set. Several portals need one that they share',
  ),
  EXPORT_QUOTA_MB: setting(
    wholeNumber(1, 100_000_000),
    '10240',
    'what the files of exports may take together; beyond it the oldest go, and are made again when they are asked for',
  ),
  UPLOAD_DIR: setting(
    z.string(),
    null,
    'the folder of files that an operator has sent from the screen and not loaded yet; `uploads` in the data folder unless it is set. Several portals need one that they share',
  ),
  CLIENT_CREDENTIAL: setting(
    textThat(
      (text) => /^[\x21-\x7e]+$/.test(text) && text.includes(':'),
      'must read name:secret, in printable characters without spaces',
    ),
    'tidewaiter-web:',
    '`name:secret` by which the browser app identifies itself; it protects nothing',
  ),
  TRUST_PROXY: setting(
    proxies,
    'off',
    '`on` behind a proxy that sets `X-Forwarded-For` and `X-Forwarded-Proto`, their number behind several; over TLS the cookie is then `Secure`',
  ),
  PUBLIC_URL: setting(
    urlOf('http', 'https'),
    null,
    'where people reach the portal: what mailed links begin with; `http://localhost:PORT` unless it is set',
  ),
  SMTP_URL: secret(
    urlOf('smtp', 'smtps'),
    'the mail server, `smtp://user:password@host:587` or `smtps://…`; without one, messages are written into `outbox/`',
  ),
  MAIL_FROM: setting(emailOf, 'tidewaiter@localhost.localdomain', 'whom messages come from'),
  SECRET_KEY: secret(
    textThat(isSecretKey, 'must be 32 bytes in base64: openssl rand -base64 32'),
    'the key that seals secrets in the database: 32 bytes in base64; a file of the data folder unless it is set. Several portals need one that they share (see "Webhooks")',
  ),
  WEBHOOK_TARGETS: setting(
    textThat(
      (text) => /^[a-z0-9.:/-]+(\s*,\s*[a-z0-9.:/-]+)*$/i.test(text),
      'must be hosts and networks with commas between them, for instance hooks.internal, 10.1.0.0/16',
    ),
    null,
    'what webhooks, destinations of files and mirrors of public sources may call beside the public internet, over http too and at any port: hosts and networks, for instance `hooks.internal, 10.1.0.0/16`',
  ),
  OPERATOR_EMAIL: setting(emailOf, null, 'who is told about sign-ups and plan requests'),
  CONTACT_MAIL: setting(
    emailOf,
    null,
    'where people ask for details of a company that they keep; without one they are not offered to',
  ),
  CHAT_WIDGET_URL: {
    ...setting(
      textThat(
        isChatWidget,
        'must be the https address of a script, for instance https://chat.example/widget.js, without a user or a password',
      ).transform((text) => new URL(text)),
      null,
      'the https address of a chat provider\'s script, for those who are signed in (see "A chat widget")',
    ),
    secret: true,
  },
  CONTENT_PROTECTION: setting(
    onOrOff,
    'on',
    '`off`: `/analysis` lets pointers select its text and open the context menu, and the keys of developer tools through',
  ),
  SIGN_UP_VERIFICATION: setting(
    choice('operator', 'mail'),
    'operator',
    '`operator`: a new account waits for `account verify`; `mail`: a mailed link verifies it',
  ),
  RATE_LIMITS: setting(
    onOrOff,
    'on',
    '`off` where something in front of the portal limits calls; tries at a password are then not delayed either',
  ),
  SECOND_FACTOR: setting(
    choice('optional', 'required'),
    'optional',
    '`required`: everybody adds a second factor when they next sign in; else each account decides (`account demand-factors`)',
  ),
  CAPTCHA_WORK: setting(
    wholeNumber(1, 1_000_000),
    null,
    'how much work a sign-up costs a browser, in keys; 1,500 unless it is set, which are two to four seconds of one processor',
  ),
  SESSIONS_PER_PERSON: setting(
    wholeNumber(1, 1000),
    String(SESSION.perPerson),
    'sessions that a person may have at a time (1 to 1,000); another one ends that which was used longest ago',
  ),
  MAX_CONNECTIONS: setting(
    wholeNumber(10, 100_000),
    String(CONNECTION_LIMITS.total),
    'open connections of everybody together (10 to 100,000); the process needs some 500 open files beside them',
  ),
  MAX_CONNECTIONS_PER_ADDRESS: setting(
    wholeNumber(10, 100_000),
    String(CONNECTION_LIMITS.perAddress),
    'open connections of one client address, and its calls under way; behind a proxy the calls only',
  ),
  STOP_DELAY: setting(
    wholeNumber(0, 300),
    '0',
    'seconds for which a portal that was told to stop goes on, while `/health/ready` says that it is not ready: of several portals, longer than their proxy takes to look',
  ),
  WATCHDOG_SECONDS: setting(
    wholeNumber(0, 3600),
    '30',
    'seconds after which a portal that answers nobody, since something in it does not end, ends itself with a line that names what it was; `0` never (see "A portal that hangs")',
  ),
  HSTS: setting(
    choice('host', 'subdomains'),
    'host',
    '`subdomains`: over TLS, browsers ask the hosts below this one by TLS only, too',
  ),
  ...BACKUP_SETTINGS,
  UPGRADE_COPY: setting(
    onOrOff,
    'on',
    '`off`: a newer version begins without a copy of what was there before, and on servers without a backup of the last day (see "Upgrades")',
  ),
  ...OAUTH_SETTINGS,
  API_DOCS: setting(onOrOff, 'on', '`off`: the description of the calls is not served'),
  LOG_LEVEL: setting(
    choice('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    'warn',
    '`info` logs every call, as JSON lines on standard output; `debug` every statement of the record engine too, with its name, time and rows',
  ),
  LOG_ACCOUNTS: setting(
    onOrOff,
    'off',
    '`on`: at `LOG_LEVEL=info` the line that a call has ended says by their numbers whose it was, `account` and `person`',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: secret(
    urlOf('http', 'https').transform((text) => new URL(text)),
    'where traces of calls, statements and jobs go, by OTLP over HTTP: `http://collector:4318`; none are made unless it is set (see "Traces")',
  ),
  METRICS_PORT: setting(
    wholeNumber(0, 65_535),
    null,
    'the port of `/metrics`, for Prometheus, and of `/health/live` and `/health/ready`; without one there is none. `0` takes a free one',
  ),
  METRICS_HOST: setting(
    z.string(),
    '127.0.0.1',
    'the address that port is opened on: whoever reaches it reads all of it',
  ),
} as const satisfies Record<string, Setting<unknown>>;

type Name = keyof typeof SETTINGS;
type Read = {
  [Key in Name]:
    | z.output<(typeof SETTINGS)[Key]['read']>
    | ((typeof SETTINGS)[Key]['otherwise'] extends null ? undefined : never);
};

/** The settings as a table of Markdown: the reference in `docs/operator.md`. */
export function settingsTable(): string {
  const rows = Object.entries<Setting<unknown>>(SETTINGS).map(
    ([name, { otherwise, about }]) =>
      `| \`${name}\` | ${otherwise === null ? 'none' : `\`${otherwise}\``} | ${about} |`,
  );
  return ['| variable | default | what it is |', '| --- | --- | --- |', ...rows].join('\n');
}

function textOf(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new OperatorError(`${name} names ${path}, which cannot be read (${code}).`);
  }
}

/**
 * The variables with what files say: TIDEWAITER_SETTINGS names a file of lines NAME=value, and NAME_FILE one that holds a secret and
 * nothing else. What the environment sets itself goes before the file of settings.
 *
 * @throws OperatorError naming the variable or the file that is wrong
 */
function withFiles(variables: NodeJS.ProcessEnv, cwd: string): NodeJS.ProcessEnv {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value));
  const file = set.TIDEWAITER_SETTINGS;
  const inFile = file === undefined ? {} : parseEnv(textOf('TIDEWAITER_SETTINGS', resolve(cwd, file)));
  const secrets = Object.entries<Setting<unknown>>(SETTINGS).flatMap(([name, { secret }]) => (secret ? [name] : []));
  const known = new Set([...Object.keys(SETTINGS), ...secrets.map((name) => `${name}_FILE`)]);
  const unknown = Object.keys(inFile).find((name) => !known.has(name));
  if (unknown !== undefined) throw new OperatorError(`${file} sets ${unknown}, which is no setting.`);
  const said: NodeJS.ProcessEnv = { ...inFile, ...set };
  for (const name of secrets) {
    const path = said[`${name}_FILE`];
    if (!path) continue;
    if (said[name]) throw new OperatorError(`${name} and ${name}_FILE are both set: leave one of them out.`);
    said[name] = textOf(`${name}_FILE`, resolve(cwd, path)).trim();
  }
  return said;
}

/** @throws OperatorError naming the variable that is wrong */
function readSettings(variables: NodeJS.ProcessEnv): Read {
  const read = Object.entries<Setting<unknown>>(SETTINGS).map(([name, { read, otherwise, secret }]) => {
    // A variable that is set to nothing is not set.
    const text = variables[name] || otherwise;
    if (text === null) return [name, undefined];
    const result = read.safeParse(text);
    if (result.success) return [name, result.data];
    const [issue] = result.error.issues;
    throw new OperatorError(`${name} ${issue?.message}${secret ? '' : `, not "${text}"`}.`);
  });
  return Object.fromEntries(read) as Read;
}

/** What the environment and its files set, of secrets only that it does: a backup keeps it, so that whoever restores knows how the portal was run. */
export function openSettings(environment: NodeJS.ProcessEnv, cwd = process.cwd()): Record<string, string> {
  const variables = withFiles(environment, cwd);
  const told = Object.entries<Setting<unknown>>(SETTINGS).filter(([name]) => variables[name]);
  return Object.fromEntries(told.map(([name, { secret }]) => [name, secret ? '(secret)' : (variables[name] ?? '')]));
}

/** @throws OperatorError naming the variable that is wrong */
export function readConfig(variables: NodeJS.ProcessEnv, cwd: string): Config {
  const read = readSettings(withFiles(variables, cwd));
  const dataFolder = mustBePlain('TIDEWAITER_DATA_DIR', resolve(cwd, read.TIDEWAITER_DATA_DIR));
  const { CLICKHOUSE_URL: url, CLICKHOUSE_CLUSTER: cluster } = read;
  if (url === undefined && cluster !== undefined) {
    throw new OperatorError('CLICKHOUSE_CLUSTER names a cluster of the server in CLICKHOUSE_URL, which is not set.');
  }
  const publicUrl = read.PUBLIC_URL ?? `http://localhost:${read.PORT}`;
  return {
    port: read.PORT,
    host: read.HOST,
    dataFolder,
    databaseUrl: read.DATABASE_URL,
    recordServer: url === undefined ? undefined : { url, cluster },
    archive: read.TIDEWAITER_ARCHIVE,
    answerBytes: read.ANSWER_CACHE_MB * MEGABYTE,
    clientCredential: read.CLIENT_CREDENTIAL,
    trustedProxies: read.TRUST_PROXY,
    publicUrl,
    smtpUrl: read.SMTP_URL,
    mailFrom: read.MAIL_FROM,
    secretKey: read.SECRET_KEY,
    webhookTargets: read.WEBHOOK_TARGETS ?? '',
    operatorEmail: read.OPERATOR_EMAIL,
    contactMail: read.CONTACT_MAIL,
    signUpVerification: read.SIGN_UP_VERIFICATION,
    secondFactor: read.SECOND_FACTOR,
    captchaWork: read.CAPTCHA_WORK,
    sessionsPerPerson: read.SESSIONS_PER_PERSON,
    chatWidget: read.CHAT_WIDGET_URL,
    contentProtection: read.CONTENT_PROTECTION,
    rateLimits: read.RATE_LIMITS,
    // Each leaves a browser its six connections.
    connections: {
      ...CONNECTION_LIMITS,
      total: read.MAX_CONNECTIONS,
      perAddress: read.MAX_CONNECTIONS_PER_ADDRESS,
    },
    exports: {
      ...{ days: read.EXPORT_DAYS, quotaBytes: read.EXPORT_QUOTA_MB * MEGABYTE },
      folder:
        read.EXPORT_DIR === undefined
          ? join(dataFolder, 'exports')
          : mustBePlain('EXPORT_DIR', resolve(cwd, read.EXPORT_DIR)),
      isShared: read.EXPORT_DIR !== undefined,
    },
    pdfBrowser: read.PDF_BROWSER,
    uploads:
      read.UPLOAD_DIR === undefined
        ? join(dataFolder, 'uploads')
        : mustBePlain('UPLOAD_DIR', resolve(cwd, read.UPLOAD_DIR)),
    backups: backupsOf(read),
    upgradeCopy: read.UPGRADE_COPY,
    stopDelay: read.STOP_DELAY,
    watchdogSeconds: read.WATCHDOG_SECONDS,
    hsts: read.HSTS,
    issuer: issuerOf(read, publicUrl),
    apiDocs: read.API_DOCS,
    logLevel: read.LOG_LEVEL,
    logAccounts: read.LOG_ACCOUNTS,
    traces: read.OTEL_EXPORTER_OTLP_ENDPOINT,
    metrics: read.METRICS_PORT === undefined ? undefined : { port: read.METRICS_PORT, host: read.METRICS_HOST },
  };
}
