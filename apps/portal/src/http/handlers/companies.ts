import { type CompanyFigures, PortalError } from '@tidewaiter/contract';
import {
  type Asked,
  EVERYTHING_LOADED,
  type FigureGroup,
  type FigureList,
  type Figures,
  type Question,
} from '@tidewaiter/records';
import { listOfCompanies } from '../../own-lists/named-lists.js';
import { openQuestion } from '../../questions/paid-question.js';
import { Work } from '../../work/work.js';
import { identitySent } from './company-identity.js';
import { type Call, DATA_VERSION_HEADER, type Handler } from './handler.js';
import { inTurn } from './heavy-calls.js';

const figures = ({
  shipments,
  stated,
  converted,
  valueUsd,
}: Omit<Figures, 'firstDay' | 'lastDay'>): CompanyFigures => ({
  ...{ shipments, stated, converted, value_usd: valueUsd },
});

const withDays = (of: Figures) => ({ ...figures(of), first_day: of.firstDay, last_day: of.lastDay });

/** A list as it is sent. @param more what its rows have beside their figures */
function listOf<Group extends FigureGroup, More extends object>(
  { groups, count, others, notStated }: Omit<FigureList, 'groups'> & { groups: readonly Group[] },
  more: (group: Group) => More,
) {
  const rows = groups.map((group) => ({ name: group.name, ...withDays(group), ...more(group) }));
  return { rows, count, others: figures(others), notStated: figures(notStated) };
}

const plainList = (list: FigureList) => listOf(list, () => ({}));

/**
 * Answers what a company is asked about: one search, once a day, whatever part and days of it are looked at, and whatever else is asked
 * of it. Where there is no record of it, it costs nothing: there is nothing to see. A screen asks for what is free first, so that nobody
 * pays for a press who was not told.
 *
 * @param isNothing whether an answer has nothing of it
 */
async function ofCompany<Answer>(
  call: Call<'company' | 'similarCompanies' | 'relatedCompanies'>,
  work: (question: Question<Asked>, party: string) => Promise<Answer>,
  isNothing: (answer: Answer) => boolean,
): Promise<Answer> {
  const { services, request, caller, signal, http } = call;
  const sources = await services.records.countries.list();
  const question = await openQuestion(call, {
    countryCode: request.countryCode ?? sources.map(({ shortcode }) => shortcode),
    fromDate: request.fromDate ?? EVERYTHING_LOADED.fromDate,
    toDate: request.toDate ?? EVERYTHING_LOADED.toDate,
  });
  http.reply.header(DATA_VERSION_HEADER, question.dataVersion);
  const party = await question.partyKey(request.company);
  const mayBeThere = question.scope !== null && party !== '0';
  const { searches } = services.accounts.saved;
  if (mayBeThere && request.freeOnly && !(await searches.isCompanyPaid(caller.user, party))) {
    throw new PortalError('SEARCH_NEEDED');
  }
  // A day may end between the two.
  const isCharged = mayBeThere && !request.freeOnly;
  const charge = isCharged ? await searches.chargeCompany(caller, { party, name: request.company }) : undefined;
  const answer = await work(question, party).catch(async (error: unknown) => {
    await (signal.aborted ? charge?.keep() : charge?.release());
    throw error;
  });
  await (isNothing(answer) ? charge?.release() : charge?.keep());
  if (charge?.isOwn && !isNothing(answer) && Work.current) Work.current.searchesPaid += 1;
  return answer;
}

/** Ways of goods: each group's name is a shortcode and the country at the other end. */
function lanesOf(list: FigureList) {
  const { rows, ...rest } = listOf(list, ({ name }) => ({ source: name.slice(0, name.indexOf(' ')) }));
  return { ...rest, rows: rows.map((row) => ({ ...row, name: row.name.slice(row.source.length + 1) })) };
}

export const company: Handler<'company'> = async (call) => {
  const { company: asked, tradeType, role } = call.request;
  // What cannot be answered is not paid for.
  const list = await listOfCompanies(call.services.accounts, call.caller.user, call.request.list);
  const page = await ofCompany(
    call,
    (question, party) => question.company(party, { tradeType, role, list }),
    ({ parts }) => parts.length === 0,
  );
  const { name, searched, identity, parts, shown } = page;
  return {
    name: name ?? asked,
    searched,
    identity: identitySent(identity),
    parts: parts.map(({ tradeType: trade, role: plays, total, lists }) => ({
      ...{ tradeType: trade, role: plays, ...withDays(total) },
      countryCode: lists.countries.groups.map((group) => group.name),
    })),
    shown: shown && {
      tradeType: shown.part.tradeType,
      role: shown.part.role,
      spellings: plainList(shown.part.lists.spellings),
      goods: listOf(shown.goods, ({ unit, quantity, priced, pricedValueUsd, pricedQuantity, market, description }) => ({
        ...{ unit, quantity, priced, priced_value_usd: pricedValueUsd, priced_quantity: pricedQuantity, market },
        ...(description !== undefined && { hs_description: description }),
      })),
      partners: listOf(shown.partners, ({ state, isListed }) => ({
        isListed,
        change: state?.change ?? null,
        change_day: state?.day ?? null,
      })),
      partnerRole: shown.partnerRole,
      listed: shown.listed && { partners: shown.listed.partners, ...figures(shown.listed.figures) },
      changes: shown.changes,
      recent: shown.recent,
      localPorts: plainList(shown.part.lists.localPorts),
      foreignPorts: plainList(shown.part.lists.foreignPorts),
      months: plainList(shown.part.lists.months),
      lanes: lanesOf(shown.part.lists.lanes),
    },
  };
};

export const similarCompanies: Handler<'similarCompanies'> = (call) => {
  const { tradeType, role } = call.request;
  return inTurn(call, async () => {
    const found = await ofCompany(
      call,
      (question, party) => question.similarCompanies(party, { tradeType, role }),
      (answer) => answer === null,
    );
    return (
      found && {
        ...found,
        lanes: found.lanes.map(({ heading: { name, description }, ...lane }) => ({
          ...{ ...lane, heading: name },
          ...(description !== undefined && { hs_description: description }),
        })),
        companies: found.companies.map(({ lastDay, lanes, ...one }) => ({
          ...one,
          last_day: lastDay,
          lanes: [...lanes],
        })),
      }
    );
  });
};

export const relatedCompanies: Handler<'relatedCompanies'> = (call) =>
  inTurn(call, async () => {
    const found = await ofCompany(
      call,
      (question, party) => question.relatedCompanies(party),
      (answer) => answer === null,
    );
    return (
      found && {
        count: found.count,
        stated: [...found.stated],
        companies: found.companies.map(({ firstDay, lastDay, same, ...one }) => ({
          ...{ ...one, first_day: firstDay, last_day: lastDay, same: [...same] },
        })),
      }
    );
  });
