import { Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconLogout, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { MESSAGES } from '@tidewaiter/contract';
import { endsSession } from '../../session/ends-session.js';
import { useLogout } from '../../session/use-logout.js';
import { useSession } from '../../session/use-session.js';
import { OopsDialog } from '../../ui/oops-dialog.js';
import classes from './layout.module.css';

export function ProfileMenu() {
  const { user } = useSession();
  const logout = useLogout();
  if (!user) return null;
  const name = `${user.firstname} ${user.lastname}`.trim() || user.email;
  // A session that has ended has its own alert; SPEC 8 gives every other failure this one.
  const failed = logout.isError && !endsSession(logout.error);
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <UnstyledButton className={classes.person} aria-label={`Profile menu of ${name}`}>
            <span className={classes.initials} aria-hidden="true">
              {name.slice(0, 1).toUpperCase()}
            </span>
            <span className={classes.personName}>{name}</span>
            <IconChevronDown size={16} stroke={1.6} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <div className={classes.personCard}>
            <strong>{name}</strong>
            <span>{user.email}</span>
          </div>
          <Menu.Divider />
          <Menu.Item component={Link} to="/profile" leftSection={<IconUser size={16} stroke={1.6} aria-hidden />}>
            Profile
          </Menu.Item>
          <Menu.Item
            leftSection={<IconLogout size={16} stroke={1.6} aria-hidden />}
            disabled={logout.isPending}
            onClick={() => logout.mutate()}
          >
            Log Out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <OopsDialog message={failed ? MESSAGES.invalidLogin : null} onClose={logout.reset} />
    </>
  );
}
