import { createLazyRoute } from '@tanstack/react-router';
import { CoverageScreen } from './coverage-screen.js';

export const CoverageRoute = createLazyRoute('/signed-in/coverage')({ component: CoverageScreen });
