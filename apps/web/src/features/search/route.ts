import { createLazyRoute } from '@tanstack/react-router';
import { SearchScreen } from './search-screen.js';

export const SearchRoute = createLazyRoute('/signed-in/list1')({ component: SearchScreen });
