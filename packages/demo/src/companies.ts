import anyAscii from 'any-ascii';
import { CHAPTERS, type Good, goodsSoldBy } from './goods.js';
import { CITIES, NAME_PARTS, type NameParts, sectorOf, TRADE_WORDS } from './names.js';
import { PLACES, type Place } from './places.js';
import { Random, Weighted } from './random.js';

/** A company's name before it is written: what every way of writing it agrees on, and the legal form that varies. */
interface PlainName {
  /** With `{f}` where the legal form goes. */
  text: string;
  form: readonly string[];
}

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The usual spelling: as registered, or in capitals without accents as most customs systems keep it. */
function usualSpelling(name: PlainName, random: Random): string {
  const text = tidy(name.text.replace('{f}', name.form[0] ?? ''));
  return random.chance(0.3) ? text : anyAscii(text).toUpperCase();
}

/** Another way a clerk might write it: another legal form, no dots, a hyphen, `AND` for `&`, other capitals. */
function anotherSpelling(name: PlainName, random: Random): string {
  let text = tidy(name.text.replace('{f}', random.pick(name.form)));
  if (random.chance(0.7)) text = anyAscii(text);
  if (random.chance(0.3)) text = text.replaceAll('&', 'and');
  if (random.chance(0.25)) text = text.replaceAll('.', '');
  if (random.chance(0.2)) text = text.replaceAll(',', '');
  const hyphens = random.next();
  if (hyphens < 0.2) text = text.replaceAll('-', ' ');
  else if (hyphens < 0.35) text = text.replace(' ', '-');
  if (random.chance(0.05)) text = `M/S ${text}`;
  if (random.chance(0.05)) text = text.replace(' ', '  ');
  return random.chance(0.65) ? text.toUpperCase() : text;
}

/** How a seller words its goods. */
type Wording = 'upper' | 'sentence' | 'title';

export interface Company {
  place: Place;
  /** The ways its name is written, the usual one first. */
  spellings: readonly string[];
  /** What stands on its packages. */
  brand: string;
  wording: Wording;
  /** The few goods it sells; empty for one that only buys. */
  sells: readonly Good[];
  /** Chapters it buys from; empty for one that only sells. */
  buys: readonly string[];
  /** How often it trades: few companies do most of the trade. */
  activity: number;
  /** Its lots beside others'. */
  size: number;
  /** Its prices beside others'. */
  dearness: number;
}

const MOST_COMPANIES = 420;
const FEWEST_COMPANIES = 90;
const PER_WEIGHT = 34;

/** What the world buys more of; other chapters count 1. */
const DEMAND: Readonly<Record<string, number>> = {
  '10': 2,
  '15': 1.5,
  '27': 3,
  '29': 1.5,
  '30': 2,
  '39': 3,
  '61': 2,
  '62': 2,
  '64': 1.5,
  '72': 2.5,
  '73': 1.5,
  '84': 5,
  '85': 5,
  '87': 4,
  '90': 2,
  '94': 1.5,
  '95': 1.5,
};

function chapterDemand(place: Place): (chapter: string) => number {
  return (chapter) => {
    const sellsItself = place.sells.slice(0, 8).includes(chapter);
    // A land of coffee buys little coffee, but a land of electronics buys parts.
    return (DEMAND[chapter] ?? 1) * (sellsItself && chapter <= '27' ? 0.1 : 1);
  };
}

function someOf<T>(draw: () => T, count: number): T[] {
  const found = new Set<T>();
  for (let i = 0; i < count; i++) found.add(draw());
  return [...found];
}

/** A company keeps to one to three chapters, mostly of one sector: a shoe factory rarely sells cars. */
function chaptersAround(first: string, all: Weighted<string>, random: Random): string[] {
  const others = random.below(3);
  const near = someOf(() => all.draw(random), others * 5).filter(
    (chapter) => sectorOf(chapter) === sectorOf(first) || random.chance(0.03),
  );
  return [...new Set([first, ...near.slice(0, others)])];
}

function inventName(parts: NameParts, sector: number, random: Random): { name: PlainName; stem: string } {
  const head = random.pick(parts.heads.split(' '));
  const middle = random.pick(parts.middles.split('|')).trim();
  const stem = `${head}${middle}${random.pick(parts.tails.split('|'))}`;
  const words = TRADE_WORDS[parts.words]?.[sector] ?? 'Trading';
  const pattern = random.pick(parts.patterns);
  const text = pattern
    .replace('{s}', stem)
    .replace('{w}', random.chance(0.12) ? 'Trading' : random.pick(words.split('|')))
    .replace('{c}', random.pick(CITIES));
  return { name: { text, form: random.pick(parts.forms).split('|') }, stem };
}

function spellingsOf(name: PlainName, random: Random): string[] {
  const spellings = new Set([usualSpelling(name, random)]);
  const others = random.below(4);
  for (let i = 0; i < others; i++) spellings.add(anotherSpelling(name, random));
  return [...spellings];
}

function companiesOf(place: Place, random: Random): Company[] {
  const parts = NAME_PARTS[place.language];
  if (parts === undefined) throw new Error(`no names for the language ${place.language}`);
  const count = Math.min(MOST_COMPANIES, FEWEST_COMPANIES + Math.round(PER_WEIGHT * place.weight));
  const sold = place.sells.filter((chapter) => goodsSoldBy(place.code, chapter).length > 0);
  const toSell = new Weighted(sold, (_, index) => 1 / (index + 2));
  const toBuy = new Weighted(CHAPTERS, chapterDemand(place));
  const taken = new Set<string>();
  const companies: Company[] = [];
  while (companies.length < count) {
    const role = random.next();
    // The first companies, who are the busiest, go through every chapter, so that none is left without a trader.
    const rank = companies.length;
    const first = sold[rank];
    const sells = first !== undefined || role < 0.55;
    const sellChapters = sells ? chaptersAround(first ?? toSell.draw(random), toSell, random) : [];
    const buyChapters = role > 0.45 ? chaptersAround(toBuy.draw(random), toBuy, random) : [];
    const { name, stem } = inventName(parts, sectorOf(sellChapters[0] ?? buyChapters[0] ?? '99'), random);
    if (taken.has(name.text)) continue;
    taken.add(name.text);
    const goods = sellChapters.flatMap((chapter) => goodsSoldBy(place.code, chapter));
    const wording = random.next();
    companies.push({
      place,
      spellings: spellingsOf(name, random),
      brand: anyAscii(stem).replaceAll(' ', '').toUpperCase(),
      wording: wording < 0.68 ? 'upper' : wording < 0.9 ? 'sentence' : 'title',
      sells: goods.length === 0 ? [] : someOf(() => random.pick(goods), 2 + random.below(6)),
      buys: buyChapters,
      activity: 1 / (random.below(count) + 4),
      size: random.logNormal(1, 0.7),
      dearness: random.logNormal(1, 0.12),
    });
  }
  return companies;
}

/** Every company of the demo, all of them invented. */
export function inventCompanies(seed: number): Company[] {
  return PLACES.flatMap((place) => companiesOf(place, Random.of(seed, `companies of ${place.code}`)));
}
