import { Button } from '@mantine/core';
import { formatCount } from '../../format/numbers.js';
import type { SubUser } from '../../session/account.js';
import { ActionButton } from '../../ui/action-button.js';
import { DataTable } from '../../ui/data-table.js';
import classes from './users.module.css';

interface UsersTableProps {
  users: readonly SubUser[];
  /** Whose state is being changed, and who is being sent a link. */
  changing: number | null;
  sending: number | null;
  onSendLink: (user: SubUser) => void;
  onSetLimit: (user: SubUser) => void;
  onSwitch: (user: SubUser) => void;
}

export function UsersTable({ users, changing, sending, onSendLink, onSetLimit, onSwitch }: UsersTableProps) {
  return (
    <DataTable label="Users">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col" data-wide>
            Mobile
          </th>
          <th scope="col">State</th>
          <th scope="col" data-number data-wide>
            Limit per period
          </th>
          <th scope="col" data-number>
            Downloads left
          </th>
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => {
          const active = user.is_active === 'Y';
          return (
            <tr key={user.userid}>
              <th scope="row" className={classes.name}>
                <strong>
                  {user.firstname} {user.lastname}
                </strong>
                <span>{user.email}</span>
              </th>
              <td data-wide>{user.mobile}</td>
              <td className={classes.state} data-active={active || undefined}>
                {userState(user)}
              </td>
              <td data-number data-wide>
                {formatCount(user.periodLimit)}
              </td>
              <td data-number>{formatCount(user.downloadLimit)}</td>
              <td>
                <div className={classes.acts}>
                  {active && user.invited && (
                    <ActionButton
                      variant="default"
                      size="xs"
                      aria-label={`Send link again to ${user.email}`}
                      title="The link to set a password works for seven days"
                      busy={sending === user.userid}
                      onClick={() => onSendLink(user)}
                    >
                      Send link again
                    </ActionButton>
                  )}
                  {active && (
                    <Button
                      variant="default"
                      size="xs"
                      aria-label={`Set download limit of ${user.email}`}
                      onClick={() => onSetLimit(user)}
                    >
                      Set limit
                    </Button>
                  )}
                  <ActionButton
                    variant="default"
                    size="xs"
                    aria-label={`${active ? 'Disable' : 'Enable'} ${user.email}`}
                    title={active ? 'Their remaining download points come back to you' : 'They begin without points'}
                    busy={changing === user.userid}
                    onClick={() => onSwitch(user)}
                  >
                    {active ? 'Disable' : 'Enable'}
                  </ActionButton>
                </div>
              </td>
            </tr>
          );
        })}
      </tbody>
    </DataTable>
  );
}

/** How a sub-user stands, in a word. */
export function userState({ is_active, invited }: Pick<SubUser, 'is_active' | 'invited'>): string {
  if (is_active === 'N') return 'Disabled';
  return invited ? 'Invited' : 'Active';
}
