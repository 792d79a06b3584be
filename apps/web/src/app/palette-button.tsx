import { ActionIcon } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconCommand } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { whenAnswered } from '../session/client.js';
import type { navigationFor } from './navigation.js';

const Palette = lazy(whenAnswered(async () => ({ default: (await import('../features/palette/palette.js')).Palette })));

/** Whatever stands over the screen has the keys. */
const isCovered = () => document.querySelector('[role="dialog"], dialog[open]') !== null;

/** Opens the palette, by a press or by Ctrl K (⌘ K); it is loaded when it is first opened. */
export function PaletteButton({ screens }: { screens: ReturnType<typeof navigationFor> }) {
  const [opened, { open, close }] = useDisclosure(false);
  const [needed, setNeeded] = useState(false);
  const show = () => {
    setNeeded(true);
    open();
  };
  useHotkeys([['mod+K', () => isCovered() || show()]], [], true);
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label="Go anywhere"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        title="Go anywhere (Ctrl K or ⌘ K)"
        onClick={show}
      >
        <IconCommand size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
      {needed && (
        <Suspense>
          <Palette opened={opened} screens={screens} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
