import { createLazyRoute } from '@tanstack/react-router';
import { PricingScreen } from './pricing-screen.js';

export const PricingRoute = createLazyRoute('/pricing')({ component: PricingScreen });
