import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, type Ref, useId } from 'react';
import { formatCount } from '../../format/numbers.js';
import { Held } from '../../ui/awaiting.js';
import classes from './facets.module.css';

interface FacetFrameProps {
  title: string;
  /** It stands behind the title, softly: a unit, or an end of the voyage. */
  aside?: string | undefined;
  /** They say what of it is chosen. */
  chosen?: string | false | undefined;
  /** How many values there are; null while that is on its way. */
  count?: number | null | undefined;
  open: boolean;
  onToggle: () => void;
  room?: Ref<HTMLFieldSetElement>;
  within?: object;
  children: ReactNode;
}

/** Frames a filter of the panel: its name opens it. */
export function FacetFrame({ title, aside, chosen, count, open, onToggle, room, within, children }: FacetFrameProps) {
  const id = useId();
  return (
    <fieldset ref={room} className={classes.facet} aria-labelledby={id} {...within}>
      <h3 id={id}>
        <button type="button" className={classes.head} aria-expanded={open} onClick={onToggle}>
          <span className="flex-1">
            <span className="strong">{title}</span> {aside && <span className="soft">{aside}</span>}
          </span>
          {chosen && <span className="tinted px-8 rounded-3">{chosen}</span>}
          {count === null ? (
            <Held width={28} height={10} />
          ) : (
            count !== undefined && <span className="soft figures">({formatCount(count)})</span>
          )}
          <IconChevronDown size={16} stroke={1.6} aria-hidden className={classes.chevron} />
        </button>
      </h3>
      {children}
    </fieldset>
  );
}
