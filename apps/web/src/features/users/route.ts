import { createLazyRoute } from '@tanstack/react-router';
import { UsersScreen } from './users-screen.js';

export const UsersRoute = createLazyRoute('/signed-in/users')({ component: UsersScreen });
