import type { Caller } from '@tidewaiter/accounts';
import {
  type BreakdownQuery,
  DIMENSIONS,
  LISTED_DIMENSIONS,
  type ListCallName,
  type ListedDimension,
  percentOf,
  quantityIn,
  type UnitQuantity,
} from '@tidewaiter/contract';
import type { Breakdown } from '@tidewaiter/records';
import type { FastifyReply } from 'fastify';
import type { Services } from '../../app/services.js';
import { chargeAndAnswer } from '../../questions/paid-question.js';
import { DATA_VERSION_HEADER, type Handler, type Handlers } from './handler.js';

interface ListCall {
  services: Services;
  request: BreakdownQuery;
  caller: Caller;
  signal: AbortSignal;
  http: { reply: FastifyReply };
}

const quantities = (found: readonly UnitQuantity[]) =>
  found.map(({ unit, quantity, shipments, valueUsd }) => ({
    ...{ unit, quantity, shipment_count: shipments, value_usd: valueUsd },
  }));

/** In what unit a list says its quantities where it has room for one: the one of the largest value. */
const unitOf = ({ total }: Breakdown) => total.quantities[0]?.unit ?? '';

function aggregates(breakdown: Breakdown) {
  const { total, top10, notStated, distinctCount } = breakdown;
  const unit = unitOf(breakdown);
  return {
    quantityUnit: unit,
    totalQuantity: quantityIn(unit, total.quantities),
    quantities: quantities(total.quantities),
    shipmentCount: total.shipments,
    valuedCount: total.valued,
    totalValueUSD: total.valueUsd,
    totalValueINR: total.valueInr,
    valueShare: percentOf(total.valueUsd, total.valueUsd),
    totalQuantityTop10: quantityIn(unit, top10.quantities),
    quantitiesTop10: quantities(top10.quantities),
    shipmentCountTop10: top10.shipments,
    valuedCountTop10: top10.valued,
    totalValueUSDTop10: top10.valueUsd,
    totalValueINRTop10: top10.valueInr,
    valueShareTop10: percentOf(top10.valueUsd, total.valueUsd),
    totalQuantityNotStated: quantityIn(unit, notStated.quantities),
    quantitiesNotStated: quantities(notStated.quantities),
    shipmentCountNotStated: notStated.shipments,
    valuedCountNotStated: notStated.valued,
    totalValueUSDNotStated: notStated.valueUsd,
    totalValueINRNotStated: notStated.valueInr,
    valueShareNotStated: percentOf(notStated.valueUsd, total.valueUsd),
    distinctCount,
  };
}

const itemsOf = (breakdown: Breakdown) =>
  breakdown.items.map(({ name, quantities: found, shipments, valued, valueUsd, valueInr, description, heading }) => ({
    name,
    quantity: quantityIn(unitOf(breakdown), found),
    quantities: quantities(found),
    shipment_count: shipments,
    valued,
    value_usd: valueUsd,
    value_inr: valueInr,
    share: percentOf(valueUsd, breakdown.total.valueUsd),
    ...(description !== undefined && { hs_description: description }),
    ...(heading !== undefined && { hs_heading: heading }),
  }));

/** Answers one list, under the names that SPEC 3 has for it and for its items. */
async function answerList(call: ListCall, dimension: ListedDimension) {
  const { list, item } = DIMENSIONS[dimension].list;
  const breakdown = await chargeAndAnswer(call, (question) => {
    call.http.reply.header(DATA_VERSION_HEADER, question.dataVersion);
    return question.list(dimension);
  });
  const items = itemsOf(breakdown).map(({ name, ...rest }) => ({ [item]: name, ...rest }));
  return { [list]: items, ...aggregates(breakdown) };
}

/** The handlers of the list calls. What an answer names its list and items is known while it runs alone: its schema checks it. */
export const LIST_HANDLERS = Object.fromEntries(
  LISTED_DIMENSIONS.map((name) => [DIMENSIONS[name].list.call, (call: ListCall) => answerList(call, name)]),
) as unknown as Pick<Handlers, ListCallName>;

export const topLists: Handler<'topLists'> = (call) =>
  chargeAndAnswer(call, async (question) => {
    call.http.reply.header(DATA_VERSION_HEADER, question.dataVersion);
    const lists: Awaited<ReturnType<typeof topLists>>['lists'] = {};
    // One after another: the first finds all of them.
    for (const [name, most] of Object.entries(call.request.lists) as [ListedDimension, number][]) {
      const breakdown = await question.top(name, most);
      lists[name] = { items: itemsOf(breakdown), ...aggregates(breakdown) };
    }
    return { lists };
  });
