import { createLazyRoute } from '@tanstack/react-router';
import { MaintenanceScreen } from './maintenance-screen.js';

export const MaintenanceRoute = createLazyRoute('/maintenance')({ component: MaintenanceScreen });
