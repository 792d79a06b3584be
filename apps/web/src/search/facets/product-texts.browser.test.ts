/** Words of the description among the filters. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { address, button, choose, control, settled, visit } from '../../../testing/screen.js';
import { searchLink } from '../../../testing/search.js';

it('are shown in the way in which the question asks for them, also when a change of it is undone', async () => {
  visit(searchLink({ productDesc: 'knitted', conditionProductDesc: 'D' }));
  await settled();
  await button(/^Product description/).click();
  const mode = control('Product description mode');
  await expect.element(mode).toHaveValue('Does not contain');
  await choose('Product description mode', 'Contains');
  await address().not.toContain('conditionProductDesc=D');
  await expect.element(mode).toHaveValue('Contains');
  await page.getByRole('button', { name: 'Undo' }).click();
  await address().toContain('conditionProductDesc=D');
  await expect.element(mode).toHaveValue('Does not contain');
});
