import { login, loginStatus, logout, restoreSession } from './account.js';
import {
  listExporters,
  listForeignCountries,
  listForeignPorts,
  listHsCodes,
  listHsCodes4Digit,
  listImporters,
  listIndianCities,
  listIndianPorts,
  listMonthwise,
  listShipmentMode,
  listStdUnit,
} from './breakdowns.js';
import { listDistinctColumnValue } from './distinct-values.js';
import { searchDetails, topFiveQueries, updateSearchCount } from './history.js';
import { countryListByTrade, siteSettings } from './masterdata.js';
import { search, searchCount } from './search.js';
import { suggestionList } from './suggestions.js';

/** Every call there is. */
export const ENDPOINTS = {
  login,
  restoreSession,
  logout,
  loginStatus,
  siteSettings,
  countryListByTrade,
  search,
  searchCount,
  searchDetails,
  topFiveQueries,
  updateSearchCount,
  listExporters,
  listForeignCountries,
  listForeignPorts,
  listHsCodes,
  listHsCodes4Digit,
  listImporters,
  listIndianCities,
  listIndianPorts,
  listMonthwise,
  listShipmentMode,
  listStdUnit,
  listDistinctColumnValue,
  suggestionList,
} as const;

export type Endpoints = typeof ENDPOINTS;
export type EndpointName = keyof Endpoints;
