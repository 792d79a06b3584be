export * from './columns/catalogue.js';
export * from './columns/column.js';
export * from './columns/dimensions.js';
export * from './columns/filters.js';
export * from './endpoints/access.js';
export * from './endpoints/api-keys.js';
export * from './endpoints/breakdowns.js';
export * from './endpoints/client.js';
export * from './endpoints/companies.js';
export * from './endpoints/contacts.js';
export * from './endpoints/endpoint.js';
export * from './endpoints/exports.js';
export * from './endpoints/factors.js';
export * from './endpoints/in-depth.js';
export * from './endpoints/index.js';
export * from './endpoints/market-parties.js';
export * from './endpoints/masterdata.js';
export * from './endpoints/operator.js';
export * from './endpoints/operator-loading.js';
export * from './endpoints/operator-people.js';
export * from './endpoints/own-lists.js';
export * from './endpoints/people.js';
export * from './endpoints/plans.js';
export * from './endpoints/public-source.js';
export * from './endpoints/publishers.js';
export * from './endpoints/read-records.js';
export * from './endpoints/report-changes.js';
export * from './endpoints/report-numbers.js';
export * from './endpoints/reports.js';
export * from './endpoints/request.js';
export * from './endpoints/search.js';
export * from './endpoints/search-history.js';
export * from './endpoints/sign-on.js';
export * from './endpoints/standing.js';
export * from './endpoints/webhooks.js';
export * from './endpoints/workspaces.js';
export {
  all,
  alternatives,
  any,
  type Condition,
  conjuncts,
  type Match,
  type Term,
  term,
  termsOf,
} from './line/expression.js';
export { fieldOfList, isSaidOnce, LINE_FIELD_NAMES, type LineField, lineField } from './line/fields.js';
export { listsSoughtBy, type SoughtList } from './line/lists.js';
export { type LinePlace, placeInLine } from './line/place.js';
export { lineOrProblems, listsNamedIn, readLine } from './line/read.js';
export { countryCalled, lineWords } from './line/values.js';
export * from './line/write.js';
export * from './query/address.js';
export * from './query/address-of.js';
export * from './query/clauses.js';
export * from './query/filters-in-words.js';
export * from './query/finding-words.js';
export * from './query/groups.js';
export * from './query/line-of-query.js';
export * from './query/list-name.js';
export { type LineScope, queryOfLine } from './query/query-of-line.js';
export * from './query/question.js';
export * from './query/search-query.js';
export * from './query/signals.js';
export * from './query/suggestion-query.js';
export * from './rules/api-keys.js';
export * from './rules/countries.js';
export type { DataAccess } from './rules/data-access.js';
export * from './rules/dates.js';
export * from './rules/decimals.js';
export * from './rules/definitions.js';
export * from './rules/destinations.js';
export * from './rules/error-body.js';
export * from './rules/errors.js';
export * from './rules/exports.js';
export * from './rules/factors.js';
export * from './rules/file-kinds.js';
export * from './rules/file-names.js';
export * from './rules/limits.js';
export * from './rules/load-answers.js';
export * from './rules/messages.js';
export { DOUBLE_LETTERS, type Rewriting, SPELT_OUT, STROKED_LETTERS } from './rules/names-in-files.js';
export * from './rules/number-schemes.js';
export * from './rules/number-systems.js';
export * from './rules/own-list-limits.js';
export * from './rules/party-names.js';
export * from './rules/person.js';
export { AN_ORDER, placeholderShown } from './rules/placeholders.js';
export * from './rules/plain-text.js';
export * from './rules/quantities.js';
export * from './rules/rate-limits.js';
export * from './rules/report-limits.js';
export * from './rules/screens.js';
export * from './rules/searched-text.js';
export * from './rules/sorted.js';
export * from './rules/spreadsheet.js';
export * from './rules/webhooks.js';
export * from './rules/wildcards.js';
export * from './rules/workbook-cells.js';
