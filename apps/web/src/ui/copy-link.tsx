import { Button, type ButtonProps } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconLink } from '@tabler/icons-react';

interface CopyLinkProps extends Pick<ButtonProps, 'size' | 'color'> {
  /** Of this screen, where nothing else is said: the link reproduces it. */
  address?: string;
}

/** Copies an address. */
export function CopyLink({ address, ...looks }: CopyLinkProps) {
  const clipboard = useClipboard({ timeout: 2000 });
  const Icon = clipboard.copied ? IconCheck : IconLink;
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      {...looks}
      leftSection={<Icon size={16} stroke={1.6} aria-hidden />}
      onClick={() => clipboard.copy(address ?? location.href)}
    >
      <span aria-live="polite">{clipboard.copied ? 'Link copied' : 'Copy link'}</span>
    </Button>
  );
}
