/** What webhooks may call: the public internet and what the operator lets in, and nothing of a network by another name. */
import { PortalError } from '@tidewaiter/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mustBeTarget, readTargets, resolveTarget, TargetRefused } from './targets.js';

const NOTHING = readTargets('');

const isTarget = (address: string, allowed = NOTHING): boolean => {
  try {
    mustBeTarget(new URL(address).href, allowed);
    return true;
  } catch (error) {
    if (error instanceof PortalError && error.code === 'VALIDATION') return false;
    throw error;
  }
};

/** Addresses of networks, of the host itself, and of what only looks like the internet. */
const WITHIN = [
  ...['127.0.0.1', '127.255.1.2', '10.0.0.1', '172.16.9.9', '192.168.1.1', '169.254.169.254', '0.0.0.0', '100.64.0.1'],
  ...['192.0.0.8', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '192.0.2.1', '198.51.100.7'],
  '203.0.113.5',
  ...['[::1]', '[::]', '[fe80::1]', '[fd00::1]', '[fc00::1]', '[ff02::1]', '[::ffff:10.0.0.1]', '[::ffff:7f00:1]'],
  ...['[64:ff9b::10.0.0.1]', '[2002:7f00:1::]', '[2001:0:0:1::]', '[2001:db8::1]', '[100::1]', '[::127.0.0.1]'],
  '[4000::1]',
  // The same in other spellings.
  ...['2130706433', '0x7f000001', '0177.0.0.1', '127.1', '0xA9FEA9FE', '１２７.0.0.1'],
];

describe('a webhook', () => {
  it.each(WITHIN)('calls nothing at %s', async (host) => {
    const url = new URL(`https://${host}/`);
    expect(isTarget(url.href)).toBe(false);
    await expect(resolveTarget(url, NOTHING)).rejects.toThrow(TargetRefused);
  });

  it('calls no name of a network alone', () => {
    for (const host of ['localhost', 'portal', 'metadata']) expect(isTarget(`https://${host}/`), host).toBe(false);
  });

  it('calls the public internet over https, at its usual port', async () => {
    for (const host of ['hooks.example.com', '93.184.215.14', '[2606:2800:21f:cb07:6820:80da:af6b:8b2c]']) {
      for (const rest of ['/a?b=c', ':443/']) expect(isTarget(`https://${host}${rest}`)).toBe(true);
      for (const address of [`http://${host}/`, `https://${host}:8443/`]) expect(isTarget(address)).toBe(false);
    }
    expect(await resolveTarget(new URL('https://93.184.215.14/'), NOTHING)).toEqual([
      { address: '93.184.215.14', family: 4 },
    ]);
  });

  it('calls what the operator lets in, and nothing beside it', async () => {
    const allowed = readTargets(' 10.1.0.0/16, hooks.internal,127.0.0.1 ');
    for (const address of ['http://10.1.255.255:8080/', 'http://hooks.internal/', 'http://127.0.0.1:9/'])
      expect(isTarget(address, allowed), address).toBe(true);
    for (const host of ['10.2.0.1', 'hooks.internal.evil.example', '127.0.0.2', '[::1]'])
      expect(isTarget(`http://${host}/`, allowed), host).toBe(false);
    await expect(resolveTarget(new URL('http://10.2.0.1/'), allowed)).rejects.toThrow(TargetRefused);
    expect(() => readTargets('10.1.0.0/33')).toThrow('WEBHOOK_TARGETS');
  });

  it('calls nothing over http, or at another port, once the operator lets it in no more', async () => {
    for (const address of ['http://93.184.215.14/', 'https://93.184.215.14:8443/', 'http://93.184.215.14:25/'])
      await expect(resolveTarget(new URL(address), NOTHING)).rejects.toThrow(TargetRefused);
  });

  it.each(['localhost.', '127.0.0.1.', '169.254.169.254.', 'a.localhost'])('calls nothing at %s', async (host) => {
    await expect(resolveTarget(new URL(`https://${host}/`), NOTHING)).rejects.toThrow(TargetRefused);
  });

  it('calls an address of its own choice where it is let in, whatever the address', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.ipV4(), fc.ipV4Extended()), async (host) => {
        const url = new URL(`https://${host}/`);
        const isResolved = await resolveTarget(url, NOTHING).then(
          () => true,
          () => false,
        );
        expect(isTarget(url.href)).toBe(isResolved);
      }),
    );
  });
});
