import { createLazyRoute } from '@tanstack/react-router';
import { ChoosePasswordScreen } from './choose-password-screen.js';

export const ChoosePasswordRoute = createLazyRoute('/choose-password')({ component: ChoosePasswordScreen });
