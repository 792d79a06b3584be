import { createLazyRoute } from '@tanstack/react-router';
import { SignUpScreen } from './sign-up-screen.js';

export const SignUpRoute = createLazyRoute('/signup')({ component: SignUpScreen });
