import type { Handlers } from '../handler.js';
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
import { searchDetails, topFiveQueries, updateSearchCount } from './history.js';
import { countryListByTrade, siteSettings } from './masterdata.js';
import { search, searchCount } from './search.js';

export const HANDLERS: Handlers = {
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
};
