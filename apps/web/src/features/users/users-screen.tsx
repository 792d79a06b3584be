import { Card, Page } from '../../ui/page.js';

export function UsersScreen() {
  return (
    <Page title="Users">
      <Card title="x">{null}</Card>
    </Page>
  );
}
