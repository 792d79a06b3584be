import { Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { usePerson } from '../session/account.js';
import { LogoutAlert, useLogout } from '../session/logout.js';
import classes from './layout.module.css';
import type { navigationFor } from './navigation.js';

type Entry = Extract<ReturnType<typeof navigationFor>[number], { group: 'account' }>;

export function ProfileMenu({ entries }: { entries: Entry[] }) {
  const person = usePerson();
  const logout = useLogout();
  // Until the server has said who this is, the menu stands without a name.
  const name = person ? `${person.firstname} ${person.lastname}`.trim() || person.email : '';
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <UnstyledButton className={classes.person} aria-label={name ? `Profile menu of ${name}` : 'Profile menu'}>
            <span className={classes.initials} aria-hidden="true">
              {name.slice(0, 1).toUpperCase()}
            </span>
            <span className={classes.personName}>{name}</span>
            <IconChevronDown size={16} stroke={1.6} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {person && (
            <>
              <div className={classes.personCard}>
                <strong>{name}</strong>
                <span>{person.email}</span>
              </div>
              <Menu.Divider />
            </>
          )}
          <Menu.Item component={Link} to="/profile">
            Profile
          </Menu.Item>
          {entries.map(({ label, to }) => (
            <Menu.Item key={to} component={Link} to={to}>
              {label}
            </Menu.Item>
          ))}
          <Menu.Item disabled={logout.isPending} onClick={() => logout.mutate()}>
            Log Out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <LogoutAlert logout={logout} />
    </>
  );
}
