import { LoginScreen } from '../features/login/login-screen.js';
import type { WayOn } from '../ui/way-on.js';
import { Net } from './crash.js';

/**
 * The sign-in screen as a stranger finds it. It does without the router and all that it knows, which come when they begin to fill it in
 * or reach for a link.
 */
export function Door(way: WayOn) {
  return (
    <Net>
      <LoginScreen {...way} />
    </Net>
  );
}
