export * from './tables/access.js';
export * from './tables/exports.js';
export * from './tables/jobs.js';
export * from './tables/people.js';
export * from './tables/plans.js';
export * from './tables/saved.js';
export * from './tables/site.js';
export * from './tables/webhooks.js';
