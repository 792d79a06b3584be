import { ActionIcon, UnstyledButton } from '@mantine/core';
import { useClickOutside, useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconChevronDown, IconCommand, IconDownload, IconMenu2, IconSearch } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { formatCount } from '../format/numbers.js';
import { usePerson, useSubscription } from '../session/account.js';
import { later } from '../session/client.js';
import { LaterMenu, useMenuButton } from '../session/later-menu.js';
import { LogoutAlert, useLogout } from '../session/logout.js';
import { useAmountsInFull } from '../session/number-system.js';
import { useSession } from '../session/store.js';
import { Mark } from '../ui/mark.js';
import { ThemeToggle } from '../ui/theme-toggle.js';
import classes from './layout.module.css';
import { isCurrent, navigationFor } from './navigation.js';

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

const Palette = later(() => import('../features/palette/palette.js'), 'Palette');

/** Whatever stands over the screen has the keys. */
const isCovered = () => document.querySelector('[role="dialog"], dialog[open]') !== null;

/** Opens the palette, by a press or by Ctrl K (⌘ K); it is loaded when it is first opened. */
function PaletteButton({ screens }: { screens: ReturnType<typeof navigationFor> }) {
  const [opened, { open, close }] = useDisclosure(false);
  const [needed, setNeeded] = useState(false);
  const show = () => {
    setNeeded(true);
    open();
  };
  useHotkeys([['mod+K', () => isCovered() || show()]], [], true);
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label="Go anywhere"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        title="Go anywhere (Ctrl K or ⌘ K)"
        onClick={show}
      >
        <IconCommand size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
      {needed && (
        <Suspense>
          <Palette opened={opened} screens={screens} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

function ProfileMenu() {
  const person = usePerson();
  const { user } = useSession();
  const logout = useLogout();
  const { inFull, write } = useAmountsInFull();
  const { ofButton, ofMenu } = useMenuButton();
  // Until the server has said who this is, the menu stands without a name.
  const name = person ? `${person.firstname} ${person.lastname}`.trim() || person.email : '';
  return (
    <>
      <UnstyledButton
        {...ofButton}
        className={classes.person}
        aria-label={name ? `Profile menu of ${name}` : 'Profile menu'}
      >
        <span className={classes.initials} aria-hidden="true">
          {name.slice(0, 1).toUpperCase()}
        </span>
        <span className={classes.personName}>{name}</span>
        <IconChevronDown size={16} stroke={1.6} aria-hidden />
      </UnstyledButton>
      <LaterMenu
        {...ofMenu}
        width={240}
        head={
          person && (
            <div className={`column p-8-12 small anywhere ${classes.personCard}`}>
              <strong>{name}</strong>
              <span>{person.email}</span>
            </div>
          )
        }
        entries={[
          ...(person ? (['line'] as const) : []),
          { label: 'Profile', link: { to: '/profile' } },
          { label: inFull ? 'Shorten amounts' : 'Show amounts in full', act: () => write(!inFull) },
          ...(user?.operator ? [{ label: 'Operator', link: { to: '/operator' } as const }] : []),
          { label: 'Log Out', act: () => logout.mutate(), disabled: logout.isPending },
        ]}
      />
      <LogoutAlert logout={logout} />
    </>
  );
}
