import { Page } from '../../ui/page.js';

export function ProfileScreen() {
  return <Page title="Profile">{null}</Page>;
}
