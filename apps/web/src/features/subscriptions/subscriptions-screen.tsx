import { Page } from '../../ui/page.js';

export function SubscriptionsScreen() {
  return <Page title="Subsciptions">{null}</Page>;
}
