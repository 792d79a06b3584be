import { Menu } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useState } from 'react';

/** What a menu offers: an act or a way to another screen. A line parts what stands above it from what stands below. */
export type MenuEntry =
  | 'line'
  | {
      label: string;
      act?: (() => void) | undefined;
      link?: LinkProps;
      title?: string;
      disabled?: boolean;
      /** The keys that do the same. */
      keys?: string;
      /** It may be wanted again at once: the menu stays. */
      stays?: boolean;
    };

export interface EntryMenuProps {
  id?: string;
  /** The menu belongs to it, and is placed by it. */
  button: HTMLButtonElement;
  opened: boolean;
  onChange: (opened: boolean) => void;
  entries: readonly MenuEntry[];
  /** It stands above the entries. */
  head?: ReactNode;
  width?: number | 'target';
  /** False for a menu that stands in the page where its button does. */
  withinPortal?: boolean;
}

/** The menu of a button that is there already. */
export function EntryMenu({ id, button, opened, onChange, entries, head, width, withinPortal = true }: EntryMenuProps) {
  // It knows where the focus comes back to when it is opened, not when it begins open.
  const [isThere, setIsThere] = useState(false);
  useEffect(() => setIsThere(true), []);
  return (
    <Menu
      {...(id !== undefined && { id })}
      {...(width !== undefined && { width })}
      opened={opened && isThere}
      onChange={onChange}
      position="bottom-end"
      withinPortal={withinPortal}
    >
      <Menu.Target>
        <ExistingElement element={button} />
      </Menu.Target>
      <Menu.Dropdown>
        {head}
        {entries.map((entry, place) =>
          entry === 'line' ? (
            <Menu.Divider key={`line ${labelOf(entries[place - 1])}`} />
          ) : (
            <Entry key={entry.label} {...entry} />
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** A line has no label: it is known by the entry that it follows. */
const labelOf = (entry: MenuEntry | undefined) => (typeof entry === 'object' ? entry.label : '');

function Entry({ label, act, link, title, disabled, keys, stays = false }: Exclude<MenuEntry, 'line'>) {
  return (
    <Menu.Item
      {...(link && { renderRoot: (root: object) => <Link {...link} {...root} /> })}
      onClick={act}
      title={title}
      disabled={disabled ?? false}
      rightSection={keys}
      closeMenuOnClick={!stays}
    >
      {label}
    </Menu.Item>
  );
}

/** Stands for an element that is there already, where a component wants one of its own to place itself by. */
function ExistingElement({ element, ref }: { element: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => element, [element]);
  return null;
}
