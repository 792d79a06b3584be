import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type SearchAddress, stringifySearch } from '@tidewaiter/contract';
import { LaterMenu, useMenuButton } from '../../session/later-menu.js';

interface GoToProps {
  link: SearchAddress;
  /** The id under which the question was noted; undefined until it is answered. */
  searchId: string | undefined;
}

/** The Go to menu of the results (SPEC 2): other views of what was found, and following it. */
export function GoTo({ link, searchId }: GoToProps) {
  const { ofButton, ofMenu } = useMenuButton();
  const address = { ...link, page: undefined, search: searchId };
  return (
    <>
      <Button
        {...ofButton}
        variant="subtle"
        color="gray"
        size="xs"
        disabled={searchId === undefined}
        rightSection={<IconChevronDown size={16} stroke={1.6} aria-hidden />}
      >
        Go to
      </Button>
      <LaterMenu
        {...ofMenu}
        withinPortal={false}
        entries={[
          { label: 'Macro Analysis', link: { to: '/analysis', search: address } },
          { label: 'In-depth Analysis', link: { to: '/indepthAnalysis', search: address } },
          { label: 'Follow', link: { to: '/following', search: { ask: stringifySearch(link) } } },
        ]}
      />
    </>
  );
}
