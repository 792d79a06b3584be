/** Prefix of every answer about a subscription: what is left changes with each charge. */
export const SUBSCRIPTION_KEY = 'subscription';
