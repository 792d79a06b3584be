/** What a standing question tells of, when, how, and from which figures on. */
import { z } from 'zod';
import { TRADE_TYPES } from '../columns/column.js';

/** What can come to pass in the records that a question finds. */
export const WATCH_SIGNALS = [
  'NEW_RECORDS',
  'NEW_PARTY',
  'BACK_PARTY',
  'LOST_PARTY',
  'NEW_PLACE',
  'SHARE',
  'VALUE',
  'SHIPMENTS',
  'PRICE',
  'COVERAGE',
] as const;
export type WatchSignal = (typeof WATCH_SIGNALS)[number];

/** What is told of where nobody says anything: what is rare enough to be worth a message. New records alone are not. */
export const USUAL_SIGNALS: readonly WatchSignal[] = WATCH_SIGNALS.filter((signal) => signal !== 'NEW_RECORDS');

/** How much must come to pass before it is told. */
export const WATCH_STRICTNESSES = ['WIDEST', 'WIDER', 'USUAL', 'STRICTER', 'STRICTEST'] as const;
export type WatchStrictness = (typeof WATCH_STRICTNESSES)[number];

/** From which figures on something is told. */
export interface WatchThresholds {
  /** Shipments that a party or a place has at least to be told of. */
  shipments: number;
  /** Days without a shipment after which a party is news again. */
  silenceDays: number;
  /** A party is missed after so many times its usual pause, and after so many days at least. */
  pauses: number;
  pauseDays: number;
  /** Points of a hundred by which a share has moved. */
  sharePoints: number;
  /** How far a month lies from what is usual for it, in the usual distances of the months before; and a share, in those of chance. */
  spreads: number;
  /** How far a price lies beyond the quartiles, in their distance. */
  quartiles: number;
}

export const WATCH_THRESHOLDS: Readonly<Record<WatchStrictness, WatchThresholds>> = {
  WIDEST: { shipments: 1, silenceDays: 90, pauses: 2, pauseDays: 30, sharePoints: 5, spreads: 2, quartiles: 0 },
  WIDER: { shipments: 2, silenceDays: 120, pauses: 2.5, pauseDays: 45, sharePoints: 8, spreads: 2.5, quartiles: 0 },
  USUAL: { shipments: 3, silenceDays: 180, pauses: 3, pauseDays: 60, sharePoints: 12, spreads: 3.5, quartiles: 0 },
  STRICTER: { shipments: 5, silenceDays: 270, pauses: 4, pauseDays: 90, sharePoints: 20, spreads: 5, quartiles: 0.5 },
  STRICTEST: { shipments: 10, silenceDays: 365, pauses: 6, pauseDays: 120, sharePoints: 30, spreads: 8, quartiles: 1 },
};

/** When a standing question is asked: when records are published, by a clock, or when another month of it is whole. */
export const QUESTION_TRIGGERS = ['PUBLICATION', 'WEEKLY', 'MONTHLY', 'MONTH_COMPLETE'] as const;
export type QuestionTrigger = (typeof QUESTION_TRIGGERS)[number];

/** How a standing question tells: on the screen, by mail, to webhooks that listen to `watch.found`, by a file, and by a report that is computed anew and mailed. */
export const DELIVERY_WAYS = ['BADGE', 'MAIL', 'WEBHOOK', 'FILE', 'REPORT'] as const;
export type DeliveryWay = (typeof DELIVERY_WAYS)[number];

/** How often a person is written to of what was found for them; NEVER leaves it on the dashboard. */
export const WATCH_RHYTHMS = ['AT_ONCE', 'DAILY', 'WEEKLY', 'NEVER'] as const;
export type WatchRhythm = (typeof WATCH_RHYTHMS)[number];

export const WATCH_LIMITS = {
  /** Findings that a message names before it says how many more there are. */
  findingsInMail: 30,
  /** What was found stays so many days. */
  findingDays: 180,
  snoozeDays: 90,
  /** Of one signal, so many are told of a question at once: the largest. */
  findingsOfSignal: 5,
  /** The local hour at which a daily or weekly message goes out; a weekly one on Mondays. */
  mailHour: 8,
} as const;

/** What groups of records are looked at, and what one of them is called. */
export const WATCHED_SIDES = {
  importers: 'buyer',
  exporters: 'supplier',
  foreignCountries: 'country',
  foreignPorts: 'port',
} as const;
export type WatchedSide = keyof typeof WATCHED_SIDES;

/** Parties among them. */
export const WATCHED_PARTIES = ['importers', 'exporters'] as const satisfies readonly WatchedSide[];
export const isWatchedParty = (side: WatchedSide): side is (typeof WATCHED_PARTIES)[number] =>
  (WATCHED_PARTIES as readonly WatchedSide[]).includes(side);

const side = z.enum(Object.keys(WATCHED_SIDES) as [WatchedSide, ...WatchedSide[]]);
const figure = z.number();
const day = z.string();

/** What was found, with the figures that it was told for. Values are in USD, shares in points of a hundred, months as YYYY-MM. */
export const finding = z.discriminatedUnion('signal', [
  z.object({ signal: z.literal('NEW_RECORDS'), records: figure }),
  z.object({
    ...{ signal: z.enum(['NEW_PARTY', 'NEW_PLACE']), side, name: z.string() },
    ...{ shipments: figure, valueUsd: figure, firstDay: day },
  }),
  z.object({
    ...{ signal: z.literal('BACK_PARTY'), side, name: z.string(), shipments: figure },
    ...{ lastDay: day.describe('Of the shipment before'), firstDay: day },
  }),
  z.object({
    ...{ signal: z.literal('LOST_PARTY'), side, name: z.string(), shipments: figure, lastDay: day },
    usualDays: figure.describe('From one day with a shipment to the next, on average'),
  }),
  z.object({
    ...{ signal: z.literal('SHARE'), side, name: z.string() },
    ...{ before: figure, after: figure, from: day, to: day.describe('The last of its months') },
    chance: figure.optional().describe('So many points would be chance: shipments are few, or a few are large'),
  }),
  z.object({
    ...{ signal: z.enum(['VALUE', 'SHIPMENTS']), month: day, amount: figure },
    ...{ expected: figure, low: figure, high: figure },
  }),
  z.object({
    ...{ signal: z.literal('PRICE'), month: day, unit: z.string() },
    ...{ price: figure.describe('The median'), quartile1: figure.describe('Of the year before'), quartile3: figure },
  }),
  z.object({
    ...{ signal: z.literal('COVERAGE'), country: z.string(), trade: z.enum(TRADE_TYPES), records: figure },
    isNew: z.boolean().describe('Nothing of it was loaded before'),
  }),
]);
export type Finding = z.output<typeof finding>;

/** The same as it is told, which may be later. */
export const toldFinding = z.union([
  finding,
  z.object({ signal: z.literal('GONE').describe('Something of what it told of may be seen no more') }),
]);
export type ToldFinding = z.output<typeof toldFinding>;
