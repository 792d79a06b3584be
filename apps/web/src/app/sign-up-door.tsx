import { SignUpScreen } from '../features/signup/sign-up-screen.js';
import { WayGiven } from '../ui/way-link.js';
import type { Way } from '../ui/way-on.js';
import { Net } from './crash.js';

/** The screen as a stranger finds it, without the router, as the sign-in screen. */
export function Door(way: Way) {
  return (
    <Net>
      <WayGiven value={way}>
        <SignUpScreen />
      </WayGiven>
    </Net>
  );
}
