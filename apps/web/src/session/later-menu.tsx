import { Suspense, type SyntheticEvent, useId, useState } from 'react';
import type { EntryMenuProps } from '../ui/entry-menu.js';
import { later, whenAnswered } from './client.js';

/** Menus bring along what places, traps and scrolls them, 30 kB compressed: they come once a button that has one is reached for. */
export const loadMenus = whenAnswered(() => import('../ui/entry-menu.js'));

const EntryMenu = later(loadMenus, 'EntryMenu');

/** The menu of a button, from the moment on that it is needed. */
export function LaterMenu({ button, ...menu }: Omit<EntryMenuProps, 'button'> & { button: HTMLButtonElement | null }) {
  return button ? (
    <Suspense>
      <EntryMenu button={button} {...menu} />
    </Suspense>
  ) : null;
}

/** What makes a button that of a menu, and what the menu has to know of it. */
export function useMenuButton() {
  const id = useId();
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const [opened, setOpened] = useState(false);
  const prepare = ({ currentTarget }: SyntheticEvent<HTMLButtonElement>) => setButton(currentTarget);
  return {
    ofButton: {
      id: `${id}-target`,
      'aria-haspopup': 'menu',
      'aria-expanded': opened,
      'aria-controls': opened ? `${id}-dropdown` : undefined,
      onPointerEnter: prepare,
      onFocus: prepare,
      onClick: (event: SyntheticEvent<HTMLButtonElement>) => {
        prepare(event);
        setOpened(!opened);
      },
    },
    ofMenu: { id, button, opened, onChange: setOpened },
  } as const;
}
