import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** The accent: a deep sea teal. White text stands on 7 by day, on 6 by night. */
const sea: MantineColorsTuple = [
  '#e6f3f2',
  '#cfe6e4',
  '#a3d2cf',
  '#76c5c1',
  '#56bcb8',
  '#2b9794',
  '#178083',
  '#0d6b6e',
  '#0a5659',
  '#073f41',
];

/** Mantine paints its dark scheme from this ramp; ours leans to sea green instead of neutral grey. */
const dark: MantineColorsTuple = [
  '#e4e8e6',
  '#c3cbca',
  '#9aa7a8',
  '#7a888b',
  '#465457',
  '#2e393c',
  '#1f282b',
  '#12181a',
  '#0e1315',
  '#0a0e10',
];

const transitionProps = { duration: 120 };

export const theme = createTheme({
  colors: { sea, dark },
  primaryColor: 'sea',
  primaryShade: { light: 7, dark: 6 },
  black: '#10191b',
  fontFamily: 'var(--typeface)',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", monospace',
  // Three sizes on a screen: small for labels and what is dense, text for what is read and typed, 20 for what it is about.
  fontSizes: { xs: 'var(--small-size)', sm: 'var(--text-size)', md: 'var(--text-size)', lg: '1.25rem', xl: '1.25rem' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '2px', sm: '3px', md: '4px', lg: '4px', xl: '6px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Plain objects, not `Modal.extend`: the sign-in screen must not load what only other screens show.
  components: {
    Button: { defaultProps: { fw: 500 } },
    Modal: { defaultProps: { transitionProps, centered: true, shadow: 'md' } },
    Popover: { defaultProps: { transitionProps, shadow: 'md' } },
    Combobox: { defaultProps: { transitionProps, shadow: 'md' } },
    // A list that scrolls is a stop of the Tab key in Chromium, and leaving its field closes it: the focus would be lost.
    ComboboxOptions: { defaultProps: { tabIndex: -1 } },
    Menu: {
      defaultProps: {
        transitionProps,
        shadow: 'md',
        // A place for the first focus would be a child that a menu must not have: the first item has it.
        withInitialFocusPlaceholder: false,
        // Within a landmark, as all that is read on a page.
        portalProps: { target: '#main' },
      },
    },
  },
});

/** Points Mantine's own variables at the tokens of tokens.css, where both schemes are written down side by side. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const tokens = {
    '--mantine-color-body': 'var(--paper)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-bright': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-soft)',
    '--mantine-color-placeholder': 'var(--ink-soft)',
    '--mantine-color-anchor': 'var(--accent)',
    '--mantine-color-sea-light-color': 'var(--accent)',
    '--mantine-color-sea-light-hover': 'var(--accent-soft)',
    '--mantine-color-error': 'var(--wrong)',
    '--mantine-color-default': 'var(--raised)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--field-line)',
    '--mantine-color-disabled': 'var(--sunken)',
    '--mantine-color-disabled-color': 'var(--ink-soft)',
    '--mantine-color-disabled-border': 'var(--line)',
  };
  return { variables: {}, light: tokens, dark: tokens };
};
