import { createContext, useContext } from 'react';
import type { Drawing, PictureFormat } from './picture.js';

/** Says something of a picture: what, and the words. */
export type PictureNote = readonly [what: string, text: string];

/** Says where the figures of a picture come from. */
export const sourceNote = (dataVersion: string | number | undefined): PictureNote => [
  'Source',
  `Customs records in Tidewaiter${dataVersion === undefined ? '' : `, data version ${dataVersion}`}`,
];

/** What pictures that are saved of a screen say beneath them: the question, and where the figures come from. */
export const PictureNotes = createContext<readonly PictureNote[]>([]);

interface PictureLinksProps {
  /** It stands above the picture, and is what the file is called. */
  title: string;
  /** Makes the drawing, with a place on the page whose colours it has; null while there is none. */
  draw: () => Promise<{ drawing: Drawing; place: Element } | null>;
  disabled?: boolean;
}

/** Saves what is drawn as PNG or SVG. */
export function PictureLinks({ title, draw, disabled = false }: PictureLinksProps) {
  const notes = useContext(PictureNotes);
  async function save(format: PictureFormat) {
    const [{ savePicture }, drawn] = await Promise.all([import('./picture.js'), draw()]);
    if (drawn) await savePicture({ ...drawn, title, notes }, format);
  }
  return (
    <p className="flex justify-end gap-12 small not-printed">
      <button type="button" className="linkButton" disabled={disabled} onClick={() => void save('png')}>
        Download as image
      </button>
      <button
        type="button"
        className="linkButton"
        aria-label="Download as SVG"
        disabled={disabled}
        onClick={() => void save('svg')}
      >
        SVG
      </button>
    </p>
  );
}
