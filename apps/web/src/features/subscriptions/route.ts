import { createLazyRoute } from '@tanstack/react-router';
import { SubscriptionsScreen } from './subscriptions-screen.js';

export const SubscriptionsRoute = createLazyRoute('/signed-in/subscriptions')({ component: SubscriptionsScreen });
