import { createLazyRoute } from '@tanstack/react-router';
import { ProfileScreen } from './profile-screen.js';

export const ProfileRoute = createLazyRoute('/signed-in/profile')({ component: ProfileScreen });
