import { enter, openAccount } from './accounts.js';
import { DEEP, expect, expectGoodLooks, test } from './test.js';

test(
  'what the operator tells everybody is read in full, and a link is about one of it',
  DEEP,
  async ({ page, portal }) => {
    // Other tests of the same portal may have told something.
    for (const { id } of JSON.parse(await portal.command('notice', 'list', '--json')))
      await portal.command('notice', 'remove', id);
    await enter(page, await openAccount(portal, 'reads.news@company.example'), '/news-details');
    await expect(page.getByText('There is nothing new.')).toBeVisible();
    const added = async (title: string, text: string): Promise<string> =>
      JSON.parse(await portal.command('notice', 'add', title, '--text', text, '--json')).id;
    const paragraphs = 'Korea is complete up to 31 May.\nVietnam follows.\n\n<b>Nothing</b> was taken out.';
    const id = await added('Records of May are in', paragraphs);
    await added('مرحبا 🚢', `A long word: ${'x'.repeat(300)}`);
    await page.goto(`/news-details?notice=${id}`);
    const notice = page.getByRole('article').filter({ hasText: 'Records of May are in' });
    await expect(notice).toHaveAttribute('aria-current', 'true');
    await expect(notice.getByRole('paragraph')).toHaveText([
      /31 May\.\s+Vietnam follows\.$/,
      '<b>Nothing</b> was taken out.',
    ]);
    await expectGoodLooks(page, 'news');
    await portal.command('notice', 'remove', id);
    await page.reload();
    await expect(page.getByText('no longer shown')).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(1);
  },
);
