import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { SearchAddress } from '@tidewaiter/contract';

interface GoToProps {
  link: SearchAddress;
  /** The id under which the question was noted; undefined until it is answered. */
  searchId: string | undefined;
}

/** The Go to menu of the results (SPEC 2): other views of what was found. */
export function GoTo({ link, searchId }: GoToProps) {
  const address = { ...link, page: undefined, search: searchId };
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          disabled={searchId === undefined}
          rightSection={<IconChevronDown size={16} stroke={1.6} aria-hidden />}
        >
          Go to
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item renderRoot={(props) => <Link to="/analysis" search={address} {...props} />}>
          Macro Analysis
        </Menu.Item>
        <Menu.Item renderRoot={(props) => <Link to="/indepthAnalysis" search={address} {...props} />}>
          In-depth Analysis
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
