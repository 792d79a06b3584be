import type { Handlers } from '../handler.js';
import { login, loginStatus, logout, restoreSession } from './account.js';
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
};
