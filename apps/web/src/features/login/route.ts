import { createLazyRoute } from '@tanstack/react-router';
import { LoginScreen } from './login-screen.js';

export const LoginRoute = createLazyRoute('/login')({ component: LoginScreen });
