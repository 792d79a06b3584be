import { Link } from '@tanstack/react-router';
import type { SearchAddress } from '@tidewaiter/contract';
import { useRef } from 'react';
import { exactDecimal, formatShipments } from '../format/numbers.js';
import { PictureLinks } from '../ui/picture-links.js';
import { type Lane, offTheMap } from './lane.js';
import classes from './lane-map.module.css';
import { HEIGHT, OUTLINES, type Point, placeOf, WIDTH } from './world.js';

/** Widths of lanes, in units of the map. */
const WIDEST = 11;
const NARROWEST = 0.75;

/** How far a lane bends, as a part of its length. */
const BEND = 0.18;

/** Ends that bear their names, by the largest lanes. */
const NAMED = 14;
const LETTER = { width: 6.2, height: 13 };

interface LaneMapProps {
  lanes: readonly Lane[];
  /** The records of a lane; null where they cannot be filtered by it. */
  addressOf: (lane: Lane) => SearchAddress | null;
}

const placeOfEnd = ({ iso2 }: Lane['from']) => (iso2 === undefined ? undefined : placeOf(iso2));

/** Lanes on a map of the world, each as wide as its value, and what the map has no place for. A table beside it says the same to those who listen. */
export default function LaneMap({ lanes, addressOf }: LaneMapProps) {
  const most = Math.max(...lanes.map(({ valueUsd }) => Number(valueUsd)), 0);
  const drawn = lanes.flatMap((lane) => {
    const [from, to] = [placeOfEnd(lane.from), placeOfEnd(lane.to)];
    if (!from || !to) return [];
    const width = most > 0 ? (WIDEST * Number(lane.valueUsd)) / most : 0;
    return [{ lane, from, to, width: Math.max(NARROWEST, width) }];
  });
  const map = useRef<SVGSVGElement>(null);
  const draw = async () => {
    const { copyOfDrawing } = await import('../ui/picture.js');
    return map.current && { drawing: copyOfDrawing(map.current), place: map.current };
  };
  const missing = offTheMap(lanes, (end) => placeOfEnd(end) !== undefined);
  return (
    <div className="stack gap-12">
      <svg ref={map} className={classes.map} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <g className={classes.land}>
          {OUTLINES.map((outline) => (
            <path key={outline} d={outline} />
          ))}
        </g>
        {drawn.map((one) => (
          <DrawnLane key={`${one.lane.source} ${one.lane.partner}`} {...one} address={addressOf(one.lane)} />
        ))}
        <g className={classes.names}>
          {namesOf(drawn).map(({ name, at: [x, y] }) => (
            <text key={name} x={x} y={y}>
              {name}
            </text>
          ))}
        </g>
      </svg>
      {missing.length > 0 && (
        <p className="soft small readable">
          Not on the map, which has no outline of them: {new Intl.ListFormat('en').format(missing)}. Their lanes are in
          the table.
        </p>
      )}
      <PictureLinks title="Lanes between countries" draw={draw} />
    </div>
  );
}

interface DrawnLaneProps {
  lane: Lane;
  from: Point;
  to: Point;
  width: number;
  address: SearchAddress | null;
}

function DrawnLane({ lane, from, to, width, address }: DrawnLaneProps) {
  const course = courseOf(from, to);
  const drawn = (
    <g className={classes.lane}>
      <title>
        {`${lane.from.name} → ${lane.to.name}: USD ${exactDecimal(lane.valueUsd)}, ${formatShipments(lane.shipments)}`}
      </title>
      <path d={course} className={classes.reach} />
      <path d={course} strokeWidth={width} />
      <circle cx={to[0]} cy={to[1]} r={Math.max(2, width / 2 + 1)} />
    </g>
  );
  if (!address) return drawn;
  return (
    <Link to="/list1" search={address} tabIndex={-1} preload={false}>
      {drawn}
    </Link>
  );
}

/** A bow from place to place, to its left as it goes, so that the way back is another; within one country, a ring. */
function courseOf([x1, y1]: Point, [x2, y2]: Point): string {
  if (x1 === x2 && y1 === y2) return `M${x1} ${y1}m-6 -6a6 6 0 1 1 -0.1 0.1`;
  const [bendX, bendY] = [(y2 - y1) * BEND, (x1 - x2) * BEND];
  const round = (value: number) => value.toFixed(1);
  return `M${round(x1)} ${round(y1)}Q${round((x1 + x2) / 2 + bendX)} ${round((y1 + y2) / 2 + bendY)} ${round(x2)} ${round(y2)}`;
}

/** The names of the largest lanes' ends, each once and where none is over another. */
function namesOf(drawn: readonly { lane: Lane; from: Point; to: Point }[]): { name: string; at: Point }[] {
  const names: { name: string; at: Point }[] = [];
  const ends = drawn.flatMap(({ lane, from, to }) => [
    { name: lane.to.name, at: to },
    { name: lane.from.name, at: from },
  ]);
  for (const { name, at } of ends) {
    const label = { name, at: [at[0], at[1] - 8] as const };
    const isOver = (other: (typeof names)[number]) =>
      Math.abs(other.at[1] - label.at[1]) < LETTER.height &&
      Math.abs(other.at[0] - label.at[0]) < ((other.name.length + name.length) * LETTER.width) / 2;
    if (names.length < NAMED && !names.some(isOver)) names.push(label);
  }
  return names;
}
