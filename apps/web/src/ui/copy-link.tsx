import { Button, type ButtonProps } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconLink } from '@tabler/icons-react';

/** Copies the address of this screen: the link reproduces it. */
export function CopyLink(looks: Pick<ButtonProps, 'size' | 'color'>) {
  const clipboard = useClipboard({ timeout: 2000 });
  const Icon = clipboard.copied ? IconCheck : IconLink;
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      {...looks}
      leftSection={<Icon size={16} stroke={1.6} aria-hidden />}
      onClick={() => clipboard.copy(window.location.href)}
    >
      <span aria-live="polite">{clipboard.copied ? 'Link copied' : 'Copy link'}</span>
    </Button>
  );
}
