import { useEffect, useState } from 'react';
import { clockTime } from '../../format/dates.js';

const SECOND_MS = 1000;

/** The day and the time, each second (SPEC 2). It is not read out: nobody wants to hear a clock tick. */
export function Clock() {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  const { day, time } = clockTime(now);
  return (
    <time className="push-end soft small" dateTime={now.toISOString()} role="timer" aria-live="off" aria-label="Clock">
      <span className="one-line">{day}</span> <b className="figures ink medium one-line">{time}</b>
    </time>
  );
}

/** A greeting for an hour of the day. */
export function greetingAt(hour: number): string {
  if (hour >= 5 && hour < 12) return 'Good morning';
  return hour >= 12 && hour < 18 ? 'Good afternoon' : 'Good evening';
}
