/** Pictures of what is drawn on a screen: SVG, and PNG that is made of it, with what they are of above and beneath. */
import { clockTime } from '../format/dates.js';
import type { PictureNote } from './picture-links.js';
import { saveFile } from './save-file.js';

export type PictureFormat = 'png' | 'svg';

/** What is drawn, as the text of an `svg` element, and its size in pixels. */
export interface Drawing {
  svg: string;
  width: number;
  height: number;
}

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
export function copyOfDrawing(drawing: SVGSVGElement): Drawing {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const copies = copy.querySelectorAll<SVGElement>('*');
  for (const [at, element] of drawing.querySelectorAll('*').entries()) {
    const style = getComputedStyle(element);
    for (const name of DRAWN_BY) copies[at]?.setAttribute(name, style.getPropertyValue(name));
  }
  const { width, height } = drawing.getBoundingClientRect();
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  return { svg: new XMLSerializer().serializeToString(copy), width, height };
}

interface Picture {
  drawing: Drawing;
  /** It stands above, and is what the file is called. */
  title: string;
  notes: readonly PictureNote[];
  /** An element of the page whose ground and ink it has. */
  place: Element;
}

/** Saves a picture: its title, the drawing, and beneath it what it says of itself, with the day. */
export async function savePicture(picture: Picture, format: PictureFormat): Promise<void> {
  const { svg, width, height } = withWords(picture);
  const name = `${picture.title}.${format}`;
  if (format === 'svg') return saveFile(new Blob([svg], { type: 'image/svg+xml' }), name);
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width * SCALE, height * SCALE];
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => blob && saveFile(blob, name));
}

/** As text, since a style within it is no style of the page, whose policy would refuse it. */
function withWords({ drawing, title, notes, place }: Picture): Drawing {
  const style = getComputedStyle(place);
  const [ground, ink, soft] = ['--surface', '--ink', '--ink-soft'].map((name) => style.getPropertyValue(name).trim());
  const font = fontOf(style);
  const { day } = clockTime(new Date());
  const lines = [...notes, ['Saved', day] as const].flatMap(([what, text]) =>
    linesOf(`${what}: ${text}`, drawing.width, `${TEXT_SIZE}px ${font}`),
  );
  const below = MARGIN + TITLE.height + drawing.height + MARGIN;
  const [width, height] = [drawing.width + 2 * MARGIN, below + lines.length * LINE + MARGIN].map(Math.ceil);
  const written = [
    `<text x="${MARGIN}" y="${MARGIN + TITLE.size}" font-size="${TITLE.size}" font-weight="600" fill="${ink}">${escaped(title)}</text>`,
    drawing.svg.replace('<svg ', `<svg x="${MARGIN}" y="${MARGIN + TITLE.height}" `),
    ...lines.map(
      (line, at) =>
        `<text x="${MARGIN}" y="${below + at * LINE + TEXT_SIZE}" font-size="${TEXT_SIZE}" fill="${soft}">${escaped(line)}</text>`,
    ),
  ];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="${font}"><rect width="100%" height="100%" fill="${ground}"/>${written.join('')}</svg>`;
  return { svg: svg.replace(NO_XML, ' '), width: width ?? 0, height: height ?? 0 };
}

/** Signs of records that no XML may have: a picture with one would not be drawn. */
const NO_XML = /[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu;

/** The page's typeface, as an attribute and as a style take it: names between single quotes. */
export const fontOf = ({ fontFamily }: CSSStyleDeclaration) => fontFamily.replaceAll('"', "'");

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);

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
