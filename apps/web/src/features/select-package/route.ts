import { createLazyRoute } from '@tanstack/react-router';
import { SelectPackageScreen } from './select-package-screen.js';

export const SelectPackageRoute = createLazyRoute('/signed-in/select-package')({ component: SelectPackageScreen });
