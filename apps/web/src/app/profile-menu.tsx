import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { usePerson } from '../session/account.js';
import { LaterMenu, useMenuButton } from '../session/later-menu.js';
import { LogoutAlert, useLogout } from '../session/logout.js';
import { useAmountsInFull } from '../session/number-system.js';
import { useSession } from '../session/store.js';
import classes from './layout.module.css';

export function ProfileMenu() {
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
