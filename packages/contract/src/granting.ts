export { DataAccess } from './rules/data-access.js';
