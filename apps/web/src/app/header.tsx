import { ActionIcon } from '@mantine/core';
import { useClickOutside, useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconDownload, IconMenu2, IconSearch } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useId, useRef } from 'react';
import { formatCount } from '../format/numbers.js';
import { useSubscription } from '../session/account.js';
import { useSession } from '../session/store.js';
import { Mark } from '../ui/mark.js';
import { ThemeToggle } from '../ui/theme-toggle.js';
import classes from './layout.module.css';
import { isCurrent, navigationFor } from './navigation.js';
import { PaletteButton } from './palette-button.js';
import { ProfileMenu } from './profile-menu.js';

const LINK = 'frame-link row soft small';

/** Navigation shows the screens that stand; others join it as they are built. On a phone it is a menu. */
export function Header() {
  const { user } = useSession();
  const entries = user ? navigationFor(user) : [];
  return (
    <header className="frame-head">
      <NavigationMenu entries={entries} />
      <Link to="/dashboard" className="frame-name row" aria-label="Tidewaiter">
        <Mark />
        <span>Tidewaiter</span>
      </Link>
      <nav aria-label="Main" className="frame-nav">
        {entries.map((entry) => (
          <NavigationLink key={entry.to} entry={entry} className={LINK} />
        ))}
        <Link to="/help" className={LINK}>
          Help Center
        </Link>
      </nav>
      <div className={`row gap-8 push-end ${classes.tools}`}>
        <Counters />
        <PaletteButton screens={entries} />
        <ThemeToggle />
        <ProfileMenu />
      </div>
    </header>
  );
}

type Entry = ReturnType<typeof navigationFor>[number];

interface NavigationLinkProps {
  entry: Entry;
  className?: string | undefined;
  onClick?: () => void;
}

function NavigationLink({ entry, ...rest }: NavigationLinkProps) {
  const here = useLocation({ select: ({ pathname }) => isCurrent(entry, pathname) });
  return (
    <Link to={entry.to} aria-current={here ? 'page' : undefined} data-group={entry.group} {...rest}>
      {entry.label}
    </Link>
  );
}

/** The navigation where there is no room for it in the header: a button that shows the same links below it. */
function NavigationMenu({ entries }: { entries: Entry[] }) {
  const [opened, { toggle, close }] = useDisclosure(false);
  const button = useRef<HTMLButtonElement>(null);
  const list = useId();
  const outside = useClickOutside<HTMLDivElement>(close);
  useHotkeys(
    opened
      ? [
          [
            'Escape',
            () => {
              close();
              button.current?.focus();
            },
          ],
        ]
      : [],
    [],
  );
  return (
    <div ref={outside} className={classes.navMenu}>
      <ActionIcon
        ref={button}
        variant="subtle"
        color="gray"
        size={36}
        aria-label="Navigation menu"
        aria-expanded={opened}
        aria-controls={list}
        onClick={toggle}
      >
        <IconMenu2 size={20} stroke={1.6} aria-hidden />
      </ActionIcon>
      <nav id={list} aria-label="Main" className={classes.navList} hidden={!opened}>
        {entries.map((entry) => (
          <NavigationLink key={entry.to} entry={entry} onClick={close} />
        ))}
        <Link to="/help" onClick={close}>
          Help Center
        </Link>
      </nav>
    </div>
  );
}

/** The allowances that are left: download points of whoever is signed in, and searches of their account (SPEC 2). */
function Counters() {
  const { data, isPending, isError, refetch } = useSubscription();
  if (isPending) return <div className={classes.counters} aria-hidden="true" />;
  if (isError && !data) {
    return (
      <button type="button" className="linkButton" onClick={() => void refetch()}>
        Retry counters
      </button>
    );
  }
  return (
    <Link to="/subscriptions" className={classes.counters} title="What is left of your subscription">
      {data ? (
        <>
          <Counter
            label="downloads"
            left={data.downloadLimit}
            icon={<IconDownload size={16} stroke={1.6} aria-hidden />}
          />
          <Counter label="searches" left={data.queryPerDay} icon={<IconSearch size={16} stroke={1.6} aria-hidden />} />
        </>
      ) : (
        'No subscription'
      )}
    </Link>
  );
}

function Counter({ label, left, icon }: { label: string; left: number; icon: ReactNode }) {
  return (
    <span className={`row gap-4 ${classes.counter}`} data-spent={left <= 0 || undefined}>
      {icon}
      <span className={classes.label}>Remaining {label} </span>
      <span data-counter={label}>{formatCount(left)}</span>
      <span className={classes.short} aria-hidden="true">
        {label}
      </span>
    </span>
  );
}
