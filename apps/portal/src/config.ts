import { resolve } from 'node:path';
import { OperatorError } from '@tidewaiter/contract';
import { z } from 'zod';
import { CONNECTION_LIMITS, type ConnectionLimits } from './http/connection-limits.js';

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
  /** Who is told about sign-ups and plan requests. */
  operatorEmail: string | undefined;
  /** Who says that a sign-up is a person. */
  signUpVerification: 'operator' | 'mail';
  /** How much work a sign-up costs a browser, in keys that are tried on average; the portal's own figure where it is not set. */
  captchaWork: number | undefined;
  /** The script of a chat provider, for the screens of those who are signed in. */
  chatWidget: URL | undefined;
  /** Whether calls are counted; off where something in front of the portal does it. */
  rateLimits: boolean;
  connections: ConnectionLimits;
  /** What browsers are told never to ask in the clear again: this host, or those below it too. */
  hsts: 'host' | 'subdomains';
  /** Whether the description of the calls is served. */
  apiDocs: boolean;
  logLevel: string;
}

/** Signs with which the record engine would read a path as a pattern. */
const PATTERN_SIGNS = /[*?{}[\]]/;

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

function oneOf<Value extends string>(name: string, value: string, allowed: readonly Value[]): Value {
  const found = allowed.find((one) => one === value);
  if (found !== undefined) return found;
  throw new OperatorError(`${name} must be one of ${allowed.join(', ')}, not "${value}".`);
}

/** The answers kept unless said otherwise, in MB. */
const ANSWER_CACHE_MB = 128;

function answerBytes(megabytes: string | undefined): number {
  const number = Number(megabytes ?? ANSWER_CACHE_MB);
  if (Number.isInteger(number) && number >= 0 && number <= 100_000) return number * 1024 * 1024;
  throw new OperatorError(`ANSWER_CACHE_MB must be a whole number of megabytes, not "${megabytes}".`);
}

function captchaWork(keys: string): number {
  const number = Number(keys);
  if (Number.isInteger(number) && number >= 1 && number <= 1_000_000) return number;
  throw new OperatorError(`CAPTCHA_WORK must be a whole number of keys, from 1 to 1000000, not "${keys}".`);
}

function wholeNumber(
  name: string,
  value: string | undefined,
  otherwise: number,
  [least, most]: [number, number],
): number {
  if (value === undefined) return otherwise;
  const number = Number(value);
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  throw new OperatorError(`${name} must be a whole number from ${least} to ${most}, not "${value}".`);
}

/** Each leaves a browser its six connections. */
function connectionLimits(total: string | undefined, perAddress: string | undefined): ConnectionLimits {
  return {
    ...CONNECTION_LIMITS,
    total: wholeNumber('MAX_CONNECTIONS', total, CONNECTION_LIMITS.total, [10, 100_000]),
    perAddress: wholeNumber('MAX_CONNECTIONS_PER_ADDRESS', perAddress, CONNECTION_LIMITS.perAddress, [10, 100_000]),
  };
}

/** What a message says of a wrong URL never holds the URL: there is a password in it. */
function recordServer(url: string | undefined, cluster: string | undefined): Config['recordServer'] {
  if (url === undefined) {
    if (cluster === undefined) return undefined;
    throw new OperatorError('CLICKHOUSE_CLUSTER names a cluster of the server in CLICKHOUSE_URL, which is not set.');
  }
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol) || parsed.search !== '' || parsed.hash !== '') {
    throw new OperatorError(
      'CLICKHOUSE_URL must read http://user:password@host:8123/database (or https), and no more.',
    );
  }
  if (cluster !== undefined && !/^[\w.-]+$/.test(cluster)) {
    throw new OperatorError('CLICKHOUSE_CLUSTER must be the name of a cluster: letters, digits, "_", "." and "-".');
  }
  return { url, cluster };
}

/** A URL of certain schemes. What a message says of a wrong one never holds it: there may be a password in it. */
function urlOf(name: string, value: string, schemes: readonly string[]): string {
  if (URL.canParse(value) && schemes.includes(new URL(value).protocol.slice(0, -1))) return value;
  throw new OperatorError(
    `${name} must be a URL that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}.`,
  );
}

/**
 * Each proxy adds whom it saw to what the call says already, so only as many entries as there are proxies can be believed; what
 * stands before them is the caller's own.
 */
function trustedProxies(value: string): number {
  if (value === 'off') return 0;
  if (value === 'on') return 1;
  if (/^[1-9]$/.test(value)) return Number(value);
  throw new OperatorError(`TRUST_PROXY must be on, off or the number of proxies (1 to 9), not "${value}".`);
}

/** A host as a content security policy can name it: no pattern, and nothing that would end the directive. */
const POLICY_HOST = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d+)?$/;

/** A script of somebody else's, which the page lets in together with all that its origin answers. */
function chatWidget(value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.protocol === 'https:' && POLICY_HOST.test(url.host) && `${url.username}${url.password}` === '') return url;
  throw new OperatorError(
    'CHAT_WIDGET_URL must be the https address of a script, for instance https://chat.example/widget.js, without a user or a password.',
  );
}

function emailOf(name: string, value: string): string {
  if (z.email().safeParse(value).success) return value;
  throw new OperatorError(`${name} must be an e-mail address, not "${value}".`);
}

/** @throws OperatorError naming the variable that is wrong */
export function readConfig(variables: NodeJS.ProcessEnv, cwd: string): Config {
  // A variable that is set to nothing is not set.
  const environment = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const port = Number(environment.PORT ?? 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new OperatorError(`PORT must be a whole number from 0 to 65535, not "${environment.PORT}".`);
  }
  const clientCredential = environment.CLIENT_CREDENTIAL ?? 'tidewaiter-web:';
  if (!/^[\x21-\x7e]+$/.test(clientCredential) || !clientCredential.includes(':')) {
    throw new OperatorError('CLIENT_CREDENTIAL must read name:secret, in printable characters without spaces.');
  }
  const dataFolder = resolve(cwd, environment.TIDEWAITER_DATA_DIR ?? 'data');
  if (PATTERN_SIGNS.test(dataFolder)) {
    throw new OperatorError(
      `TIDEWAITER_DATA_DIR may not hold any of * ? { } [ ], which the engine reads as a pattern: ${dataFolder}`,
    );
  }
  return {
    port,
    host: environment.HOST ?? '127.0.0.1',
    dataFolder,
    databaseUrl: environment.DATABASE_URL,
    recordServer: recordServer(environment.CLICKHOUSE_URL, environment.CLICKHOUSE_CLUSTER),
    archive: oneOf('TIDEWAITER_ARCHIVE', environment.TIDEWAITER_ARCHIVE ?? 'on', ['on', 'off']) === 'on',
    answerBytes: answerBytes(environment.ANSWER_CACHE_MB),
    clientCredential,
    trustedProxies: trustedProxies(environment.TRUST_PROXY ?? 'off'),
    publicUrl: urlOf('PUBLIC_URL', environment.PUBLIC_URL ?? `http://localhost:${port}`, ['http', 'https']),
    smtpUrl: environment.SMTP_URL && urlOf('SMTP_URL', environment.SMTP_URL, ['smtp', 'smtps']),
    mailFrom: emailOf('MAIL_FROM', environment.MAIL_FROM ?? 'tidewaiter@localhost.localdomain'),
    operatorEmail: environment.OPERATOR_EMAIL && emailOf('OPERATOR_EMAIL', environment.OPERATOR_EMAIL),
    signUpVerification: oneOf('SIGN_UP_VERIFICATION', environment.SIGN_UP_VERIFICATION ?? 'operator', [
      'operator',
      'mail',
    ]),
    captchaWork: environment.CAPTCHA_WORK === undefined ? undefined : captchaWork(environment.CAPTCHA_WORK),
    chatWidget: environment.CHAT_WIDGET_URL === undefined ? undefined : chatWidget(environment.CHAT_WIDGET_URL),
    rateLimits: oneOf('RATE_LIMITS', environment.RATE_LIMITS ?? 'on', ['on', 'off']) === 'on',
    connections: connectionLimits(environment.MAX_CONNECTIONS, environment.MAX_CONNECTIONS_PER_ADDRESS),
    hsts: oneOf('HSTS', environment.HSTS ?? 'host', ['host', 'subdomains']),
    apiDocs: oneOf('API_DOCS', environment.API_DOCS ?? 'on', ['on', 'off']) === 'on',
    logLevel: oneOf('LOG_LEVEL', environment.LOG_LEVEL ?? 'warn', LOG_LEVELS),
  };
}
