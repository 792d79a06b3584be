import { type ComponentProps, lazy, Suspense } from 'react';
import { Held } from '../ui/awaiting.js';
import classes from './lane-map.module.css';

const Drawn = lazy(() => import('./lane-map.js'));

/** Holds the room of a map of lanes, and of the links that save it. */
export const LaneMapToCome = () => (
  <div className="stack gap-12">
    <Held className={classes.awaited} height="auto" />
    <Held height={18} />
  </div>
);

/** A map of lanes, whose outlines are fetched where one is drawn. */
export const LaneMap = (props: ComponentProps<typeof Drawn>) => (
  <Suspense fallback={<LaneMapToCome />}>
    <Drawn {...props} />
  </Suspense>
);
