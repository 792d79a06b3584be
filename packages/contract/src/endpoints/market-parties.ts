import { z } from 'zod';
import type { Dimension } from '../columns/dimensions.js';
import { LIMITS } from '../rules/limits.js';
import { MESSAGES } from '../rules/messages.js';
import { askedName, companyIdentity, listOfCompanies } from './companies.js';
import { analysis, asked, MEASURES, named, sums, units } from './in-depth.js';

/** Whose table of a market there is. */
export const MARKET_SIDES = ['importers', 'exporters', 'notifyParties'] as const satisfies readonly Dimension[];
export type MarketSide = (typeof MARKET_SIDES)[number];

/** What the parties of a market are put in order by. */
export const PARTY_ORDERS = [...MEASURES, 'FIRST', 'LAST'] as const;
export type PartyOrder = (typeof PARTY_ORDERS)[number];

/** What a party of a market has become of late. */
export const PARTY_CHANGES = ['NEW', 'LOST', 'STAYED'] as const;
export type PartyChange = (typeof PARTY_CHANGES)[number];

/** Which parties of a market are told, of those that stand on a list and those that do not. */
export const ON_LIST = ['ON', 'OFF'] as const;
export type OnList = (typeof ON_LIST)[number];

/** Months whose values are told of each party. */
export const PARTY_MONTHS = 12;

/** Of a party's partners and countries, how many are named. */
export const PARTNERS_NAMED = 3;

const someNamed = z.object({
  count: z.number().int(),
  names: z.array(z.string()).describe(`The ${PARTNERS_NAMED} of the largest value at most`),
});

export const marketPartiesRequest = z
  .strictObject({
    ...asked,
    by: z.enum(MARKET_SIDES),
    orderBy: z.enum(PARTY_ORDERS).default('VALUE').describe('Most first; of days the latest'),
    change: z.enum(PARTY_CHANGES).nullable().default(null).describe('Only parties that have become this'),
    list: listOfCompanies,
    onList: z
      .enum(ON_LIST)
      .nullable()
      .default(null)
      .describe('Only parties that stand on the list, or only those that do not'),
    pageNumber: z.number().int().min(0).default(0),
    numberOfRecords: z.number().int().min(1).max(LIMITS.pageSizeMax).default(50),
  })
  .superRefine(({ pageNumber, numberOfRecords, list, onList }, context) => {
    if (onList !== null && list === null)
      context.addIssue({ code: 'custom', path: ['list'], message: MESSAGES.chooseList });
    if ((pageNumber + 1) * numberOfRecords <= LIMITS.reachableRows) return;
    context.addIssue({ code: 'custom', path: ['pageNumber'], message: MESSAGES.pageOutOfReach });
  });

export const marketParties = analysis(
  'marketparties',
  'The buyers or suppliers of a question: how much each trades, since when, with whom and at what price',
  marketPartiesRequest,
  z.object({
    unit: z.string(),
    units,
    shipments: z.number().int().describe('Of the whole question, whoever they are of'),
    valued: z.number().int().describe('Those that have a value in USD: the sum is of these'),
    value_usd: z.string(),
    market: z
      .object({ quartile1: z.number(), median: z.number(), quartile3: z.number() })
      .nullable()
      .describe('Unit prices in USD of all records of the question in the unit'),
    recent: z
      .object({ from: z.string(), to: z.string(), months: z.number().int() })
      .nullable()
      .describe(
        'New parties shipped in them for the first time in the three years that are loaded at most, also before the question; lost ones have not. Null where there are too few months to say it',
      ),
    counts: z.record(z.enum(PARTY_CHANGES), z.number().int()).describe('How many parties are which, on every page'),
    listed: z
      .object({ parties: z.number().int(), shipments: z.number().int(), value_usd: z.string() })
      .nullable()
      .describe(
        'How many of all parties stand on the list, and how much of the question is theirs; null without a list',
      ),
    matching: z.number().int().describe('Parties of all pages'),
    months: z
      .array(z.string())
      .describe(`The last ${PARTY_MONTHS} months of the question, up to that of its last record`),
    parties: z.array(
      z.object({
        ...named,
        total: sums,
        first: z.string().describe('The day of the first shipment within the question'),
        last: z.string(),
        change: z.enum(PARTY_CHANGES),
        isListed: z.boolean().describe('Whether it stands on the list'),
        months: z.array(z.string()).describe('The value in USD of each of the months, 0 where there was none'),
        partners: someNamed.describe(
          'At the other end: exporters of an importer or a notify party, importers of an exporter',
        ),
        countries: someNamed.describe('Foreign countries'),
      }),
    ),
  }),
);

/** Parties that can be compared, searched and kept together. */
export const PARTIES_TOGETHER = 6;

export const partyIdentities = analysis(
  'partyidentities',
  'Who some parties of a question are by their records in its countries and days: spellings, addresses, numbers',
  z.strictObject({
    query: asked.query,
    by: z.enum(MARKET_SIDES),
    names: z.array(askedName).min(1).max(PARTIES_TOGETHER),
  }),
  z.object({ identities: z.array(companyIdentity).describe('In the order of the names') }),
);
