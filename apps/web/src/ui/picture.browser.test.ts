/** Pictures that are saved of what is drawn. */
import { expect, it, vi } from 'vitest';
import { clockTime } from '../format/dates.js';
import { type PictureFormat, savePicture } from './picture.js';

function pictureOf(format: PictureFormat): Promise<Blob> {
  // A name of a record with a sign that no XML has, cut in the middle of a letter.
  const svg = '<svg width="400" height="20"><text>ACME\u0001 \ud83d</text></svg>';
  const picture = { drawing: { svg, width: 400, height: 20 }, title: 'Importers', notes: [], place: document.body };
  return new Promise((done, failed) => {
    vi.spyOn(URL, 'createObjectURL').mockImplementation((made) => {
      done(made as Blob);
      return 'data:,';
    });
    savePicture(picture, format).catch(failed);
  });
}

it('are whole whatever the records say in them, and of the day where they are saved', async () => {
  expect((await pictureOf('png')).type).toBe('image/png');
  expect(await (await pictureOf('svg')).text()).toContain(`Saved: ${clockTime(new Date()).day}`);
});
