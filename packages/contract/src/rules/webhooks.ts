import { z } from 'zod';

/** What a webhook can be told of, each as its own. */
export const WEBHOOK_EVENTS = ['export.ready', 'export.failed', 'data.new', 'search.found', 'watch.found'] as const;

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** What a person sends to see that their receiver hears. */
export const TEST_EVENT = 'webhook.test';

/** Everything that is sent. */
export type SentEvent = WebhookEvent | typeof TEST_EVENT;

/** How every secret of a webhook begins (Standard Webhooks). */
export const WEBHOOK_SECRET_PREFIX = 'whsec_';

/** Hours for which the secret before the present one signs beside it, so that a receiver has time to learn the new one. */
export const FORMER_SECRET_HOURS = 24;

/**
 * Why nothing is sent to a webhook any more: its person has turned it off; it answered with 410, which asks for no more; it has failed for
 * days; or its person has set another password, and may not have made it themselves.
 */
export const STOPPED_WEBHOOK = ['PERSON', 'GONE', 'FAILING', 'PASSWORD'] as const;

export type StoppedWebhook = (typeof STOPPED_WEBHOOK)[number];

/** How the sending of a message stands. */
export const DELIVERY_STATES = ['WAITING', 'DELIVERED', 'FAILED'] as const;

export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** What every message says; `data` is its event's. */
export interface WebhookMessage<Data = unknown> {
  type: SentEvent;
  /** When it came to pass, as ISO 8601. */
  timestamp: string;
  data: Data;
}

/** Longest address of a webhook. */
const ADDRESS_MAX_LENGTH = 1000;

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return /^https?:$/.test(protocol) && `${username}${password}${hash}` === '';
}

/** An address that a webhook may have in any portal; whether one over http, or within a network, is let in is the operator's to say. */
export const webhookAddress = (message: string) =>
  z
    .string({ error: message })
    .trim()
    .max(ADDRESS_MAX_LENGTH, { error: message })
    .refine(isWebAddress, { error: message, abort: true })
    .transform((text) => new URL(text).href);
