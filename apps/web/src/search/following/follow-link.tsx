import { Button, type ButtonProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { FollowingAddress } from './following-address.js';

interface FollowLinkProps extends Pick<ButtonProps, 'variant' | 'size'> {
  follows: FollowingAddress;
  /** Whose, where it stands among others. */
  named?: string | undefined;
}

/** Leads from what is looked at to following it. */
export function FollowLink({ follows, named, variant = 'default', size = 'xs' }: FollowLinkProps) {
  return (
    <Button
      {...{ variant, size }}
      aria-label={named === undefined ? undefined : `Follow ${named}`}
      renderRoot={(props) => <Link to="/following" search={follows} {...props} />}
    >
      Follow
    </Button>
  );
}
