import { type ComponentProps, createContext, useContext } from 'react';
import { linkTo, type Way } from './way-on.js';

/** The way on from here, which whoever draws the screen gives it; without one, the browser's own. */
const WayOfScreen = createContext<Way>({ go: (address) => window.location.assign(address), prepare() {} });
export const WayGiven = WayOfScreen.Provider;

export const useWay = (): Way => useContext(WayOfScreen);

/** A link on a screen that needs no session, and no router either. */
export function WayLink({ to, ...rest }: ComponentProps<'a'> & { to: string }) {
  return <a {...rest} {...linkTo(to, useWay())} />;
}
