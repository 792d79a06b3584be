import { Button } from '@mantine/core';
import type { SubUser } from '../../api/people.js';
import { formatCount } from '../../format/count.js';
import { TableBox } from '../../ui/table-box.js';
import { userState } from './user-state.js';
import classes from './users.module.css';

interface UsersTableProps {
  users: readonly SubUser[];
  /** Whose state is being changed. */
  changing: number | null;
  onSetLimit: (user: SubUser) => void;
  onSwitch: (user: SubUser) => void;
}

export function UsersTable({ users, changing, onSetLimit, onSwitch }: UsersTableProps) {
  return (
    <TableBox label="Users">
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
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={`${active ? 'Disable' : 'Enable'} ${user.email}`}
                    title={active ? 'Their remaining download points come back to you' : 'They begin without points'}
                    loading={changing === user.userid}
                    onClick={() => onSwitch(user)}
                  >
                    {active ? 'Disable' : 'Enable'}
                  </Button>
                </div>
              </td>
            </tr>
          );
        })}
      </tbody>
    </TableBox>
  );
}
