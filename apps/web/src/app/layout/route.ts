import { createLazyRoute } from '@tanstack/react-router';
import { SignedInLayout } from './signed-in-layout.js';

export const SignedInRoute = createLazyRoute('/signed-in')({ component: SignedInLayout });
