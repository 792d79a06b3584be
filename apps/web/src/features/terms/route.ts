import { createLazyRoute } from '@tanstack/react-router';
import { TermsScreen } from './terms-screen.js';

export const TermsRoute = createLazyRoute('/terms-and-conditions')({ component: TermsScreen });
