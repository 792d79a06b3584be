import { dimensionOf, type SearchQuery } from '@tidewaiter/contract';
import type { Question, UnitAmounts } from '@tidewaiter/records';
import { listOfCompanies } from '../../own-lists/named-lists.js';
import { named, sums } from '../../questions/figures.js';
import { chargeAndAnswer, takeFree } from '../../questions/paid-question.js';
import { identitySent } from './company-identity.js';
import { type Call, DATA_VERSION_HEADER, type Handler } from './handler.js';
import { inTurn } from './heavy-calls.js';

type Analysis =
  | 'quantities'
  | 'amountSpread'
  | 'pivot'
  | 'comparePeriods'
  | 'unitPrices'
  | 'concentration'
  | 'tradeFlows'
  | 'marketParties'
  | 'partyIdentities';

/** Answers an analysis of the question that a request names: free where the question is paid for, as its lists are. */
function analyse<Name extends Analysis, Answer>(
  call: Call<Name>,
  work: (question: Question<SearchQuery>, search: string) => Promise<Answer>,
): Promise<Answer> {
  const { services, caller, signal, http } = call as Call<Analysis>;
  const { query } = call.request as { query: SearchQuery };
  return inTurn({ caller, signal }, () =>
    chargeAndAnswer({ services, caller, signal, request: query }, (question, search) => {
      http.reply.header(DATA_VERSION_HEADER, question.dataVersion);
      return work(question, search);
    }),
  );
}

const units = (found: readonly UnitAmounts[]) => found.map(({ unit, ...amounts }) => ({ unit, ...sums(amounts) }));

export const quantities: Handler<'quantities'> = (call) =>
  analyse(call, async (question) => {
    const { otherCurrencies, ...found } = await question.units();
    return { ...found, units: units(found.units), otherCurrencies: [...otherCurrencies] };
  });

export const amountSpread: Handler<'amountSpread'> = (call) =>
  analyse(call, async (question) => {
    const { bars, ...ends } = await question.amountSpread(call.request.amount);
    return { ...ends, bars: [...bars] };
  });

export const pivot: Handler<'pivot'> = (call) =>
  analyse(call, async (question) => {
    const { query: _, ...layout } = call.request;
    const found = await question.pivot(layout);
    const all = (of: typeof found.total) => ({ ...named(of), total: sums(of.total), cells: of.cells.map(sums) });
    return {
      ...found,
      units: units(found.units),
      rows: found.rows.map((row) => ({
        ...{ ...named(row), total: sums(row.total) },
        cells: row.cells.map((cell) => cell && sums(cell)),
      })),
      columns: found.columns.map((column) => ({ ...named(column), total: sums(column.total) })),
      others: all(found.others),
      total: all(found.total),
    };
  });

export const comparePeriods: Handler<'comparePeriods'> = (call) =>
  analyse(call, async (question) => {
    const { query: _, ...layout } = call.request;
    const { items, total, before, after, switched, ...found } = await question.comparison(layout);
    const period = (of: typeof before) => {
      if (of === null) return null;
      const { truncated, ...compared } = of;
      return { ...compared, leftOut: [...truncated] };
    };
    return {
      ...found,
      units: units(found.units),
      before: period(before),
      after: period(after),
      items: items.map((item) => ({
        ...named(item),
        change: item.change,
        before: sums(item.before),
        after: sums(item.after),
      })),
      total: { before: sums(total.before), after: sums(total.after) },
      switched: [...switched],
    };
  });

export const unitPrices: Handler<'unitPrices'> = (call) =>
  analyse(call, async (question, search) => {
    const { dropped, ...found } = await question.unitPrices(call.request.unit);
    // They are records: with enough narrow questions all would be read here.
    const { owned, free } = await takeFree(
      call,
      search,
      found.outliers.map(({ id }) => id),
    );
    const outliers = found.outliers.filter(({ id }) => owned.has(id) || free.has(id));
    return {
      ...found,
      leftOut: dropped,
      units: units(found.units),
      months: [...found.months],
      outliers: outliers.map(({ hsCode, valueUsd, ...outlier }) => ({
        ...outlier,
        hs_code: hsCode,
        value_usd: valueUsd,
      })),
    };
  });

export const concentration: Handler<'concentration'> = (call) =>
  analyse(call, async (question) => {
    const { whole, spans } = await question.concentration(call.request.by, call.request.over);
    const sent = <Of extends NonNullable<typeof whole>>({ valueUsd, unnamedUsd, shares, ...rest }: Of) => ({
      ...{ ...rest, shares: [...shares], value_usd: valueUsd, unnamed_usd: unnamedUsd },
    });
    return { whole: whole && sent(whole), spans: spans.map(sent) };
  });

export const tradeFlows: Handler<'tradeFlows'> = (call) =>
  analyse(call, async (question) => {
    const { steps, links } = await question.flows(call.request.steps, call.request.top);
    return {
      steps: steps.map(({ by, nodes }) => ({
        by,
        nodes: nodes.map((node) => ({ ...named(node), value_usd: node.valueUsd, shipments: node.shipments })),
      })),
      links: links.map(({ valueUsd, ...link }) => ({ ...link, value_usd: valueUsd })),
    };
  });

export const marketParties: Handler<'marketParties'> = async (call) => {
  const { query: _, list: name, ...layout } = call.request;
  const list = await listOfCompanies(call.services.accounts, call.caller.user, name);
  return analyse(call, async (question) => {
    const { valueUsd, parties, listed, ...found } = await question.parties({ ...layout, list });
    return {
      ...found,
      listed: listed && { parties: listed.parties, shipments: listed.shipments, value_usd: listed.valueUsd },
      units: units(found.units),
      value_usd: valueUsd,
      months: [...found.months],
      parties: parties.map((party) => ({
        ...party,
        ...named(party),
        total: sums(party.total),
        months: [...party.months],
        partners: { ...party.partners, names: [...party.partners.names] },
        countries: { ...party.countries, names: [...party.countries.names] },
      })),
    };
  });
};

export const partyIdentities: Handler<'partyIdentities'> = (call) =>
  analyse(call, async (question) => {
    const { by, names } = call.request;
    const identities = await question.identities(dimensionOf(by).party ?? 'IMPORTER', names);
    return { identities: identities.map(identitySent) };
  });
