import { Button } from '@mantine/core';
import { formatCount } from '../../format/numbers.js';
import type { SubUser } from '../../session/account.js';
import { ActionButton } from '../../ui/action-button.js';
import { ColumnTable } from '../../ui/column-table.js';

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
    <ColumnTable
      label="Users"
      rows={users}
      keyOf={({ userid }) => userid}
      columns={[
        {
          ...{ name: 'Name', isHead: true },
          cell: ({ firstname, lastname, email }) => (
            <>
              <strong>
                {firstname} {lastname}
              </strong>
              <span>{email}</span>
            </>
          ),
          look: () => ({ className: 'named' }),
        },
        { name: 'Mobile', isWide: true, cell: ({ mobile }) => mobile },
        {
          ...{ name: 'State', isWide: true, cell: userState },
          look: (user) => (isActive(user) ? {} : { className: 'soft' }),
        },
        { name: 'Limit per period', isNumber: true, isWide: true, cell: ({ periodLimit }) => formatCount(periodLimit) },
        { name: 'Downloads left', isNumber: true, cell: ({ downloadLimit }) => formatCount(downloadLimit) },
        {
          name: 'Change',
          cell: (user) => (
            <div className="wrap gap-8">
              {isActive(user) && user.invited && (
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
              {isActive(user) && (
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
                aria-label={`${isActive(user) ? 'Disable' : 'Enable'} ${user.email}`}
                title={
                  isActive(user) ? 'Their remaining download points come back to you' : 'They begin without points'
                }
                busy={changing === user.userid}
                onClick={() => onSwitch(user)}
              >
                {isActive(user) ? 'Disable' : 'Enable'}
              </ActionButton>
            </div>
          ),
        },
      ]}
    />
  );
}

const isActive = ({ is_active }: Pick<SubUser, 'is_active'>) => is_active === 'Y';

/** How a sub-user stands, in a word. */
function userState({ is_active, invited }: Pick<SubUser, 'is_active' | 'invited'>): string {
  if (is_active === 'N') return 'Disabled';
  return invited ? 'Invited' : 'Active';
}
