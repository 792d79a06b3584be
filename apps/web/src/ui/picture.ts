/** Pictures of what is drawn on a screen: SVG, and PNG that is made of it, with what they are of above and beneath. */
import { displayDate } from '@tidewaiter/contract';
import type { PictureNote } from './picture-links.js';
import { saveFile } from './save-file.js';

export type PictureFormat = 'png' | 'svg';

const SVG = 'http://www.w3.org/2000/svg';

/** In pixels. */
const MARGIN = 16;
const LINE = 18;
const TITLE = { size: 16, height: 28 };
const TEXT_SIZE = 12;

/** A PNG has so many pixels for each of the drawing. */
const SCALE = 2;

/** What a drawing looks like by style sheets, which no file has. */
const DRAWN_BY = [
  ...['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-linecap', 'paint-order', 'display'],
  ...['font-size', 'font-family', 'font-weight', 'text-anchor', 'opacity', 'visibility'],
];

/** Copies a drawing of the page with the looks that its style sheets give it. */
export function copyOfDrawing(drawing: SVGSVGElement): SVGSVGElement {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const copies = copy.querySelectorAll<SVGElement>('*');
  for (const [at, element] of drawing.querySelectorAll('*').entries()) {
    const style = getComputedStyle(element);
    for (const name of DRAWN_BY) copies[at]?.setAttribute(name, style.getPropertyValue(name));
  }
  const { width, height } = drawing.getBoundingClientRect();
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  return copy;
}

interface Picture {
  drawing: SVGSVGElement;
  /** It stands above, and is what the file is called. */
  title: string;
  notes: readonly PictureNote[];
  /** An element of the page whose ground and ink it has. */
  place: Element;
}

/** Saves a picture: its title, the drawing, and beneath it what it says of itself, with the day. */
export async function savePicture(picture: Picture, format: PictureFormat): Promise<void> {
  const { width, height, text } = composed(picture);
  const name = `${picture.title}.${format}`;
  if (format === 'svg') return saveFile(new Blob([text], { type: 'image/svg+xml' }), name);
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width * SCALE, height * SCALE];
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => blob && saveFile(blob, name));
}

function composed({ drawing, title, notes, place }: Picture): { width: number; height: number; text: string } {
  const [wide, high] = ['width', 'height'].map((side) => Math.ceil(Number(drawing.getAttribute(side))));
  const [width = 0, drawn = 0] = [wide, high];
  const style = getComputedStyle(place);
  const token = (name: string) => style.getPropertyValue(name).trim();
  const font = `${style.fontFamily}, sans-serif`;
  const day = displayDate(new Date().toISOString().slice(0, 10));
  const lines = [...notes, ['Saved', day] as const].flatMap(([what, text]) =>
    linesOf(`${what}: ${text}`, width, `${TEXT_SIZE}px ${font}`),
  );
  const height = MARGIN + TITLE.height + drawn + MARGIN + lines.length * LINE + MARGIN;
  const whole = element('svg', { xmlns: SVG, width: width + 2 * MARGIN, height, 'font-family': font });
  const write = (text: string, y: number, look: Record<string, string | number>) => {
    const line = element('text', { x: MARGIN, y, ...look });
    line.textContent = text;
    whole.append(line);
  };
  whole.append(element('rect', { width: '100%', height: '100%', fill: token('--surface') }));
  write(title, MARGIN + TITLE.size, { fill: token('--ink'), 'font-size': TITLE.size, 'font-weight': 600 });
  drawing.setAttribute('x', String(MARGIN));
  drawing.setAttribute('y', String(MARGIN + TITLE.height));
  whole.append(drawing);
  for (const [at, text] of lines.entries()) {
    const y = 2 * MARGIN + TITLE.height + drawn + at * LINE + TEXT_SIZE;
    write(text, y, { fill: token('--ink-soft'), 'font-size': TEXT_SIZE });
  }
  return { width: width + 2 * MARGIN, height, text: new XMLSerializer().serializeToString(whole) };
}

function element(name: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) if (key !== 'xmlns') made.setAttribute(key, String(value));
  return made;
}

/** Breaks a text between its words, so that no line is wider than so many pixels. */
function linesOf(text: string, width: number, font: string): string[] {
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) return [text];
  pen.font = font;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && pen.measureText(longer).width > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}
