import classes from './awaiting.module.css';

/** A part of what comes: what it looks like, how many rows, cards, figures, lines or bars it has, and how high one (a chart: all) is in pixels. */
type Shape = readonly [
  of: 'table' | 'cards' | 'figures' | 'lines' | 'chart',
  count: number,
  height?: number | undefined,
];

/** Holds the room of what is on its way, in its shape, so that nothing moves when it comes. Nothing of it moves either. */
export function Awaiting({ shapes, className = '' }: { shapes: readonly Shape[]; className?: string | undefined }) {
  return (
    <div className={`${classes.awaited} ${className}`} aria-busy="true" data-awaited>
      {shapes.map(([of, count, height]) => (
        <div
          key={`${of} ${count}`}
          className={classes[of]}
          style={height === undefined ? undefined : { '--size': `${height}px` }}
          aria-hidden="true"
        >
          {Array.from({ length: count }, (_, one) => one).map((one) => (
            <i key={one} />
          ))}
        </div>
      ))}
    </div>
  );
}

interface HeldProps {
  height: number | string;
  width?: number | string | undefined;
  className?: string | undefined;
}

/** Holds the room of one thing within what stands already. */
export function Held({ height, width, className = '' }: HeldProps) {
  return (
    <span
      className={`${classes.held} ${className}`}
      style={{ height, ...(width !== undefined && { width }) }}
      aria-hidden="true"
      data-awaited
      data-large={typeof height === 'string' || height >= 48 || undefined}
    />
  );
}
