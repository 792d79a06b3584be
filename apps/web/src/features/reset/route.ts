import { createLazyRoute } from '@tanstack/react-router';
import { ResetScreen } from './reset-screen.js';

export const ResetRoute = createLazyRoute('/reset')({ component: ResetScreen });
