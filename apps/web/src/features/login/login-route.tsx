import { getRouteApi, useRouter } from '@tanstack/react-router';
import { prepareScreen } from '../../session/prepare-screen.js';
import { LoginScreen } from './login-screen.js';

const route = getRouteApi('/login');

/** The sign-in screen where the application is there: after the end of a session, or by a link. */
export function LoginRoute() {
  const { from } = route.useSearch();
  const router = useRouter();
  return (
    <LoginScreen
      from={from}
      go={(href, how) => router.navigate({ href, ...how })}
      prepare={(address) => prepareScreen(router, address)}
    />
  );
}
