import { ActionIcon, Menu } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import classes from './layout.module.css';
import type { navigationFor } from './navigation.js';

/** The navigation where there is no room for it in the header. */
export function NavigationMenu({ entries }: { entries: ReturnType<typeof navigationFor> }) {
  return (
    <Menu position="bottom-start" width={220}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          className={classes.navButton ?? ''}
          aria-label="Navigation menu"
        >
          <IconMenu2 size={20} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map(({ label, to }) => (
          <Menu.Item key={to} component={Link} to={to}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Item component={Link} to="/pricing" hash="questions">
          Help Center
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
