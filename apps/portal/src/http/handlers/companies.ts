import type { CompanyFigures } from '@tidewaiter/contract';
import { EVERYTHING_LOADED, type FigureGroup, type FigureList, type Figures } from '@tidewaiter/records';
import { DATA_VERSION_HEADER, type Handler } from './handler.js';
import { openQuestion } from './paid-question.js';

const figures = ({ shipments, stated, converted, valueUsd }: Figures): CompanyFigures => ({
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
 * A company's page: one search, once a day, whatever part and days of it are looked at. A page without a record costs nothing: there
 * is nothing to see on it.
 */
export const company: Handler<'company'> = async (call) => {
  const { services, request, caller, signal, http } = call;
  const { company: asked, tradeType, role, ...within } = request;
  const sources = await services.records.countries.list();
  const question = await openQuestion(call, {
    countryCode: within.countryCode ?? sources.map(({ shortcode }) => shortcode),
    fromDate: within.fromDate ?? EVERYTHING_LOADED.fromDate,
    toDate: within.toDate ?? EVERYTHING_LOADED.toDate,
  });
  http.reply.header(DATA_VERSION_HEADER, question.dataVersion);
  const party = await question.partyKey(asked);
  const mayBeThere = question.scope !== null && party !== '0';
  const charge = mayBeThere
    ? await services.accounts.searches.chargeCompany(caller.user, { party, name: asked })
    : undefined;
  const page = await question.company(party, { tradeType, role }).catch(async (error: unknown) => {
    if (!signal.aborted) await charge?.release();
    throw error;
  });
  if (page.parts.length === 0) await charge?.release();
  const { name, searched, parts, shown } = page;
  return {
    name: name ?? asked,
    searched,
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
      partners: listOf(shown.partners, ({ state }) => ({
        change: state?.change ?? null,
        change_day: state?.day ?? null,
      })),
      partnerRole: shown.partnerRole,
      changes: shown.changes,
      recent: shown.recent,
      localPorts: plainList(shown.part.lists.localPorts),
      foreignPorts: plainList(shown.part.lists.foreignPorts),
      months: plainList(shown.part.lists.months),
    },
  };
};
