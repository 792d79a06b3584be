import type {
  DeliveryState,
  DeliveryView,
  SentEvent,
  StoppedWebhook,
  WebhookEvent,
  WebhookView,
} from '@tidewaiter/contract';
import { displayTime } from '../../format/dates.js';

/** What a webhook can be told of: in a word or two, and in words for who chooses. */
export const EVENTS: Record<WebhookEvent, { word: string; says: string }> = {
  'export.ready': { word: 'Export ready', says: 'The file of one of your exports can be fetched' },
  'export.failed': { word: 'Export failed', says: 'One of your exports failed, and its points were given back' },
  'data.new': { word: 'New data', says: 'New records of your countries were published' },
  'watch.found': { word: 'Found', says: 'Something that you follow has changed, with its figures' },
  'search.found': { word: 'Saved search found', says: 'One of your saved searches has new records' },
};

export const eventInWords = (event: SentEvent) => (event === 'webhook.test' ? 'Test' : EVENTS[event].word);

export const eventsInWords = ({ events }: Pick<WebhookView, 'events'>) => events.map(eventInWords).join(', ');

/** Why nothing is sent to a webhook. */
export const STOPPED: Record<StoppedWebhook, string> = {
  PERSON: 'Off: you have turned it off',
  GONE: 'Off: the address answered that it is gone (410)',
  FAILING: 'Off: nothing could be delivered for five days',
  PASSWORD: 'Off since you set another password: turn it on again if it is yours',
};

const STATES: Record<DeliveryState, string> = {
  WAITING: 'On its way',
  DELIVERED: 'Delivered',
  FAILED: 'Not delivered',
};

/** What became of a message so far, and when. */
export function deliveryInWords({ state, tries, triedDate, error }: Omit<DeliveryView, 'body'>): string {
  const when = triedDate === null ? '' : ` ${displayTime(triedDate)}`;
  const tried = tries > 1 ? `, after ${tries} tries` : '';
  if (state === 'DELIVERED') return `Delivered${when}${tried}`;
  if (error === null) return STATES[state];
  return state === 'WAITING' ? `${error} It is tried again.` : `Not delivered${when}${tried}: ${error}`;
}
