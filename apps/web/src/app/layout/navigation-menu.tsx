import { ActionIcon } from '@mantine/core';
import { useClickOutside, useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId, useRef } from 'react';
import classes from './layout.module.css';
import type { navigationFor } from './navigation.js';

/** The navigation where there is no room for it in the header: a button that shows the same links below it. */
export function NavigationMenu({ entries }: { entries: ReturnType<typeof navigationFor> }) {
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
        {entries.map(({ label, to }) => (
          <Link key={to} to={to} onClick={close}>
            {label}
          </Link>
        ))}
        <Link to="/pricing" hash="questions" activeProps={{}} onClick={close}>
          Help Center
        </Link>
      </nav>
    </div>
  );
}
