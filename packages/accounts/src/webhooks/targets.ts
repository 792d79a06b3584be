/** Which addresses webhooks may call: of the public internet, and what the operator has let in. */
import { lookup, Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { MESSAGES, OperatorError, PortalError } from '@tidewaiter/contract';
import ipaddr from 'ipaddr.js';

/** What the operator lets in beside the public internet, over http too and at any port: hosts by name, and networks. */
export interface AllowedTargets {
  hosts: readonly string[];
  networks: readonly (readonly [ipaddr.IPv4 | ipaddr.IPv6, number])[];
}

/** Milliseconds for which one name server is first waited for. */
const NAME_SERVER_MS = 2_000;

/**
 * Reads `hooks.internal, 10.1.0.0/16`.
 *
 * @throws OperatorError for what is neither a host's name nor an address or network
 */
export function readTargets(text: string): AllowedTargets {
  const parts = text.split(',').flatMap((part) => part.trim().toLowerCase() || []);
  const networks: [ipaddr.IPv4 | ipaddr.IPv6, number][] = [];
  const hosts: string[] = [];
  for (const part of parts) {
    if (ipaddr.isValidCIDR(part)) networks.push(ipaddr.parseCIDR(part));
    else if (ipaddr.isValid(part))
      networks.push([ipaddr.process(part), ipaddr.process(part).kind() === 'ipv4' ? 32 : 128]);
    else if (/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(part)) hosts.push(part);
    else throw new OperatorError(`WEBHOOK_TARGETS names neither a host nor a network: ${part}`);
  }
  return { hosts, networks };
}

/** An address that may not be called. The words are for whoever gave it. */
export class TargetRefused extends Error {
  override readonly name = 'TargetRefused';
}

const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '').toLowerCase();

const isLetIn = (address: ipaddr.IPv4 | ipaddr.IPv6, { networks }: AllowedTargets) =>
  networks.some(([network, bits]) => network.kind() === address.kind() && address.match([network, bits] as never));

/** All that has been given out of IPv6. */
const INTERNET_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an address is of the public internet: of no private, local, reserved, mapped or tunnelled range. */
const isPublic = (address: ipaddr.IPv4 | ipaddr.IPv6) =>
  address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(INTERNET_V6 as never));

/** Whether the operator has let a target in, whatever it is: by its name, or as an address of an allowed network. */
function isAllowed(url: URL, allowed: AllowedTargets): boolean {
  const host = hostOf(url);
  return allowed.hosts.includes(host) || (ipaddr.isValid(host) && isLetIn(ipaddr.process(host), allowed));
}

/** Why a target is refused, as far as its address tells. */
function wrongOf(url: URL, allowed: AllowedTargets): string | undefined {
  if (isAllowed(url, allowed)) return undefined;
  if (url.protocol !== 'https:') return MESSAGES.webhookNotSecure;
  if (url.port !== '') return MESSAGES.webhookPort;
  const host = hostOf(url);
  // What is no name that anybody could register is of a network.
  const isWithin = ipaddr.isValid(host) ? !isPublic(ipaddr.process(host)) : !host.includes('.');
  return isWithin ? MESSAGES.webhookNotPublic : undefined;
}

/**
 * Refuses what can be told from the address itself, before anything is called.
 *
 * @param field what the request calls it
 * @throws PortalError VALIDATION at that field
 */
export function mustBeTarget(address: string, allowed: AllowedTargets, field = 'address'): void {
  const wrong = wrongOf(new URL(address), allowed);
  if (wrong) throw PortalError.invalid(field, wrong);
}

/**
 * Finds where a target is, now: a name may lead elsewhere than when it was given, and the operator may let less in.
 *
 * @returns the addresses that may be called, of which the connection is to take one
 * @throws TargetRefused where there is none
 */
export async function resolveTarget(url: URL, allowed: AllowedTargets): Promise<{ address: string; family: 4 | 6 }[]> {
  const wrong = wrongOf(url, allowed);
  if (wrong) throw new TargetRefused(wrong);
  const host = hostOf(url);
  const byName = allowed.hosts.includes(host);
  const found = ipaddr.isValid(host) ? [host] : byName ? await ownNames(host) : await publicNames(host);
  const addresses = found.map((address) => ipaddr.process(address));
  const open = addresses.filter((address) => byName || isPublic(address) || isLetIn(address, allowed));
  // One sentence for what is nowhere and for what is in a network: nobody learns which names the operator's has.
  if (open.length === 0) throw new TargetRefused(`There is no ${host} on the public internet.`);
  return open.map((address) => ({ address: address.toString(), family: address.kind() === 'ipv4' ? 4 : 6 }));
}

/** What has a connection go to addresses that were looked at: resolved once more, the name could lead elsewhere. */
export function lookupAmong(addresses: readonly { address: string; family: number }[]): LookupFunction {
  const [first] = addresses;
  return (_host, options, found) =>
    options.all ? found(null, [...addresses]) : found(null, first?.address ?? '', first?.family);
}

/** A name that the operator knows is resolved as the system does it, from the hosts file too. */
async function ownNames(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}

/**
 * A name of somebody's choice is asked of name servers directly: the system's own way holds a thread that files need, too, for as long
 * as the name's server pleases.
 */
async function publicNames(host: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: NAME_SERVER_MS, tries: 2 });
  const [four, six] = await Promise.all([
    resolver.resolve4(host).catch(() => []),
    resolver.resolve6(host).catch(() => []),
  ]);
  return [...four, ...six];
}
