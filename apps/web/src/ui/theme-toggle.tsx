import { ActionIcon, type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';

const SCHEMES = {
  light: { label: 'light', Icon: IconSun, next: 'dark' },
  dark: { label: 'dark', Icon: IconMoon, next: 'auto' },
  auto: { label: 'as the system', Icon: IconDeviceDesktop, next: 'light' },
} as const satisfies Record<MantineColorScheme, unknown>;

/** Goes from light to dark to the system's own scheme by each press. */
export function ThemeToggle() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { label, Icon, next } = SCHEMES[colorScheme];
  const title = `Theme: ${label}. Switch to ${SCHEMES[next].label}`;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      title={title}
      aria-label={title}
      onClick={() => setColorScheme(next)}
    >
      <Icon size={20} stroke={1.6} aria-hidden />
    </ActionIcon>
  );
}
