import { z } from 'zod';
import { TRADE_TYPES } from '../columns/column.js';
import { countryCodes, dateRangeProblem, isoDate } from '../query/search-query.js';
import { TOO_MUCH } from '../rules/errors.js';
import { LIMITS } from '../rules/limits.js';
import { MESSAGES } from '../rules/messages.js';
import { UNSEARCHABLE } from '../rules/searched-text.js';
import { COMPANY_ROLES } from './contacts.js';
import { endpoint } from './endpoint.js';

/** A company's name, as somebody asks for it. */
export const askedName = z
  .string({ error: MESSAGES.fieldRequired })
  .trim()
  .min(1, { error: MESSAGES.fieldRequired })
  .max(LIMITS.companyNameMaxLength, { error: MESSAGES.textTooLong })
  .refine((name) => !UNSEARCHABLE.test(name), { error: MESSAGES.unsearchableCharacter });

export const companyRequest = z
  .strictObject({
    company: askedName.describe('Any spelling of its name: the party is found by the key that all of them share'),
    tradeType: z.enum(TRADE_TYPES).optional(),
    role: z.enum(COMPANY_ROLES).optional().describe('Without a part, the one of most shipments'),
    countryCode: countryCodes.optional().describe('Without any, all that may be seen'),
    fromDate: isoDate.optional(),
    toDate: isoDate.optional().describe('Without days, as many as one search spans, up to the last of all records'),
    freeOnly: z
      .boolean()
      .optional()
      .describe('Answers where the company is paid for today, and else refuses with SEARCH_NEEDED'),
  })
  .superRefine(({ fromDate, toDate }, context) => {
    const problem = fromDate && toDate ? dateRangeProblem(fromDate, toDate) : undefined;
    if (problem) context.addIssue({ code: 'custom', path: [problem.field], message: problem.message });
  });

/** A list of companies that the account has brought. */
export const listOfCompanies = z
  .string()
  .max(LIMITS.nameMaxLength)
  .refine((name) => !UNSEARCHABLE.test(name), { error: MESSAGES.unsearchableCharacter })
  .nullable()
  .default(null)
  .describe("The name of a list of companies of the account's: it is told who of these stands on it");

/** Some records of a company. Decimals are strings. */
const figures = {
  shipments: z.number().int(),
  stated: z.number().int().describe('Those that state a value in USD, or one that could be converted'),
  converted: z.number().int().describe('Those whose value was converted by a monthly rate'),
  value_usd: z.string(),
};
const days = { first_day: z.iso.date().nullable(), last_day: z.iso.date().nullable() };
const sums = z.object(figures);
export type CompanyFigures = z.output<typeof sums>;

/** The largest groups of a list, how many it has, what the others sum up to, and what says nothing of it: together the total. */
const listOf = <Row extends z.ZodRawShape>(row: Row) =>
  z.object({
    rows: z.array(z.object({ name: z.string(), ...figures, ...days, ...row })),
    count: z.number().int(),
    others: sums,
    notStated: sums,
  });

const part = { tradeType: z.enum(TRADE_TYPES), role: z.enum(COMPANY_ROLES) };

const goods = {
  unit: z.string().describe('Empty where records state none. Quantities of different units are never added'),
  hs_description: z.string().optional(),
  quantity: z.string(),
  priced: z.number().int().describe('The records that have both a value and a quantity above zero'),
  priced_value_usd: z.string().describe('Of these'),
  priced_quantity: z.string(),
  market: z
    .object({
      shipments: z.number().int(),
      quartile1: z.number(),
      median: z.number(),
      quartile3: z.number(),
    })
    .nullable()
    .describe('Unit prices in USD of all records of this code and unit, whoever ships; null beyond the largest goods'),
};

/** What records say of a company beside its name. */
export const PARTY_DETAILS = ['ADDRESS', 'NUMBER'] as const;
export type PartyDetail = (typeof PARTY_DETAILS)[number];

/** The most frequent of what records say, with how many say it, and how much there is. */
const said = z.object({
  rows: z.array(
    z.object({ text: z.string(), shipments: z.number().int(), first_day: z.iso.date(), last_day: z.iso.date() }),
  ),
  count: z.number().int(),
});

/** Who a company is by some of its records. */
export const companyIdentity = z.object({
  shipments: z.number().int().describe('Of all parts together, each once'),
  ...days,
  spellings: said,
  addresses: said.describe('Those that differ in signs, spaces or case alone are one'),
  numbers: said.describe(
    'Official numbers, each behind the name of its scheme; those of branches of one company are one',
  ),
  declared_in: said.describe('Shortcodes of the countries in which it declares its imports and exports'),
  ships_from: said.describe('Countries that its goods come from or go to, as the customs of others name them'),
});
export type CompanyIdentity = z.output<typeof companyIdentity>;

const errors = ['NO_SUBSCRIPTION', 'SEARCH_LIMIT_EXHAUSTED', 'SEARCH_NEEDED', ...TOO_MUCH] as const;

export const PARTNER_CHANGES = ['NEW', 'LOST', 'BACK', 'STAYED'] as const;
export type PartnerChange = (typeof PARTNER_CHANGES)[number];

export const company = endpoint('POST /analysis-management/company', {
  summary: 'A company under all spellings of its name; one search for all its parts, once a day',
  owner: 'CALLER',
  rate: 'SEARCH',
  request: companyRequest.safeExtend({ list: listOfCompanies }),
  response: z.object({
    name: z.string().describe('The commonest spelling; what was asked for where there is no record'),
    searched: z
      .object({ countryCode: z.array(z.string()), fromDate: z.string(), toDate: z.string() })
      .nullable()
      .describe('What was looked at; null where the subscription shows nothing of it'),
    identity: companyIdentity.describe('By the records of all its parts'),
    parts: z
      .array(z.object({ ...part, ...figures, ...days, countryCode: z.array(z.string()) }))
      .describe('What it does in records of each trade type, most shipments first'),
    shown: z
      .object({
        ...part,
        spellings: listOf({}),
        goods: listOf(goods),
        partners: listOf({
          isListed: z.boolean().describe('Whether it stands on the list'),
          change: z
            .enum(PARTNER_CHANGES)
            .nullable()
            .describe('What the partner is to the company over all parts that may be seen, whichever of them is shown'),
          change_day: z.iso
            .date()
            .nullable()
            .describe(
              'Of a new partner the first shipment, of a lost one the last, of one that is back the first again',
            ),
        }),
        partnerRole: z.enum(COMPANY_ROLES),
        listed: sums
          .extend({ partners: z.number().int() })
          .nullable()
          .describe(
            'How many of all its partners stand on the list, and what is traded with them; null without a list',
          ),
        changes: z
          .record(z.enum(PARTNER_CHANGES), z.number().int())
          .nullable()
          .describe('How many partners of the shown part are which'),
        recent: z
          .object({ from: z.string(), to: z.string(), months: z.number().int() })
          .nullable()
          .describe(
            'New partners first shipped in them, lost ones have not, those back had not in as many before; null for too few',
          ),
        localPorts: listOf({}),
        foreignPorts: listOf({}),
        months: listOf({}),
        lanes: listOf({
          source: z.string().describe('The shortcode of the country that reports; the name is that of the other end'),
        }),
      })
      .nullable(),
  }),
  errors,
});

export const similarCompanies = endpoint('POST /analysis-management/company/similar', {
  summary:
    'Who trades the same goods in the same lanes as a company in one of its parts; free where its page is paid for',
  owner: 'CALLER',
  rate: 'SEARCH',
  request: companyRequest,
  response: z
    .object({
      ...part,
      by: z
        .enum(['VALUE', 'SHIPMENTS'])
        .describe('What amounts are: values in USD, or shipments where the records of the company state no value'),
      amount: z.string().describe('All that the company trades in the part'),
      lanes: z
        .array(
          z.object({
            heading: z.string(),
            hs_description: z.string().optional(),
            source: z.string().describe('The shortcode of the country that reports it'),
            country: z.string().describe('The name of the country at the other end'),
            amount: z.string(),
          }),
        )
        .describe('The largest of its HS headings between two countries: others are not looked at'),
      companies: z
        .array(
          z.object({
            name: z.string(),
            overlap: z
              .number()
              .describe(
                'From 0 to 1: the sum over the lanes of the smaller of the two shares that it has of what each trades',
              ),
            shipments: z.number().int(),
            last_day: z.iso.date(),
            amount: z.string().describe('All that it trades in the part'),
            shared: z.string().describe('What of it lies in lanes of the company'),
            lanes: z
              .array(z.object({ place: z.number().int(), amount: z.string() }))
              .describe('By their places in the list of lanes, the largest overlap first'),
          }),
        )
        .describe('The largest overlap first, of those who trade most in these lanes'),
    })
    .nullable()
    .describe('Null where there is no record of the company'),
  errors,
});

export const relatedCompanies = endpoint('POST /analysis-management/company/related', {
  summary:
    'Companies whose records state the same address or number as those of a company, which says nothing of who owns whom; free where its page is paid for',
  owner: 'CALLER',
  rate: 'SEARCH',
  request: companyRequest,
  response: z
    .object({
      stated: z.array(z.enum(PARTY_DETAILS)).describe('What the records of the company itself state'),
      count: z.number().int().describe('How many there are, where the answer tells some of them'),
      companies: z.array(
        z.object({
          name: z.string(),
          shipments: z.number().int(),
          first_day: z.iso.date(),
          last_day: z.iso.date(),
          same: z.array(
            z.object({
              detail: z.enum(PARTY_DETAILS),
              text: z.string().describe('As the records of the asked company mostly write it'),
              shipments: z.number().int().describe('Of the related company that state it'),
            }),
          ),
        }),
      ),
    })
    .nullable()
    .describe('Null where there is no record of the company'),
  errors,
});
