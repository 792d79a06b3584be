import type { Caller } from '@tidewaiter/accounts';
import type { BreakdownQuery } from '@tidewaiter/contract';
import { type Breakdown, type Dimension, percentOf } from '@tidewaiter/records';
import type { FastifyReply } from 'fastify';
import type { House } from '../../house/house.js';
import { DATA_VERSION_HEADER, type Handler } from '../handler.js';
import { answerPaid } from '../paid-question.js';

interface ListCall {
  house: House;
  request: BreakdownQuery;
  caller: Caller;
  signal: AbortSignal;
  http: { reply: FastifyReply };
}

function aggregates({ total, top10, distinctCount }: Breakdown) {
  return {
    totalQuantity: total.quantity,
    shipmentCount: total.shipments,
    totalValueUSD: total.valueUsd,
    totalValueINR: total.valueInr,
    valueShare: percentOf(total.valueUsd, total.valueUsd),
    totalQuantityTop10: top10.quantity,
    shipmentCountTop10: top10.shipments,
    totalValueUSDTop10: top10.valueUsd,
    totalValueINRTop10: top10.valueInr,
    valueShareTop10: percentOf(top10.valueUsd, total.valueUsd),
    distinctCount,
  };
}

/** Asks for one list and gives its items the name that SPEC 3 has for them. */
async function ask<Item extends string>(call: ListCall, dimension: Dimension, item: Item) {
  const breakdown = await answerPaid(call, (question) => {
    call.http.reply.header(DATA_VERSION_HEADER, question.dataVersion);
    return question.list(dimension);
  });
  const items = breakdown.items.map(({ name, quantity, shipments, valueUsd, valueInr, description }) => {
    const sums = { quantity, shipment_count: shipments, value_usd: valueUsd, value_inr: valueInr };
    const share = percentOf(valueUsd, breakdown.total.valueUsd);
    const called = description === undefined ? {} : { hs_description: description };
    return { [item]: name, ...sums, share, ...called } as Record<Item, string> & typeof sums & { share: string };
  });
  return { items, aggregates: aggregates(breakdown) };
}

export const listImporters: Handler<'listImporters'> = async (call) => {
  const { items, aggregates } = await ask(call, 'importers', 'importer_name');
  return { importersList: items, ...aggregates };
};

export const listExporters: Handler<'listExporters'> = async (call) => {
  const { items, aggregates } = await ask(call, 'exporters', 'exporter_name');
  return { exportersList: items, ...aggregates };
};

export const listIndianPorts: Handler<'listIndianPorts'> = async (call) => {
  const { items, aggregates } = await ask(call, 'localPorts', 'port_name');
  return { portsList: items, ...aggregates };
};

export const listForeignPorts: Handler<'listForeignPorts'> = async (call) => {
  const { items, aggregates } = await ask(call, 'foreignPorts', 'port_name');
  return { portsList: items, ...aggregates };
};

export const listHsCodes: Handler<'listHsCodes'> = async (call) => {
  const { items, aggregates } = await ask(call, 'hsCodes', 'hscode');
  return { hscodesList: items, ...aggregates };
};

export const listHsCodes4Digit: Handler<'listHsCodes4Digit'> = async (call) => {
  const { items, aggregates } = await ask(call, 'hsHeadings', 'hscode');
  return { hscodesList: items, ...aggregates };
};

export const listForeignCountries: Handler<'listForeignCountries'> = async (call) => {
  const { items, aggregates } = await ask(call, 'foreignCountries', 'country_name');
  return { countriesList: items, ...aggregates };
};

export const listIndianCities: Handler<'listIndianCities'> = async (call) => {
  const { items, aggregates } = await ask(call, 'localCities', 'city_name');
  return { citiesList: items, ...aggregates };
};

export const listShipmentMode: Handler<'listShipmentMode'> = async (call) => {
  const { items, aggregates } = await ask(call, 'shipmentModes', 'ship_mode');
  return { shipmentModeList: items, ...aggregates };
};

export const listStdUnit: Handler<'listStdUnit'> = async (call) => {
  const { items, aggregates } = await ask(call, 'stdUnits', 'std_unit');
  return { stdUnitList: items, ...aggregates };
};

export const listMonthwise: Handler<'listMonthwise'> = async (call) => {
  const { items, aggregates } = await ask(call, 'months', 'month_name');
  return { monthwiseList: items, ...aggregates };
};
