import { Button, Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { DrawerHead } from '../../ui/titled-modal.js';

interface FilterSheetProps {
  opened: boolean;
  /** Words of the button that leads back to the records. */
  done: string;
  onClose: () => void;
  children: ReactNode;
}

/** The filters over the records, where there is no room beside them. */
export function FilterSheet({ opened, done, onClose, children }: FilterSheetProps) {
  return (
    <Drawer.Root opened={opened} onClose={onClose} size="min(360px, 100%)" classNames={{ content: 'column on-raised' }}>
      <Drawer.Overlay />
      <Drawer.Content>
        <DrawerHead title="Filters" />
        <Drawer.Body className="flex-1 p-0 scrolls-y">{children}</Drawer.Body>
        <div className="line-above p-12-16">
          <Button fullWidth onClick={onClose}>
            {done}
          </Button>
        </div>
      </Drawer.Content>
    </Drawer.Root>
  );
}
