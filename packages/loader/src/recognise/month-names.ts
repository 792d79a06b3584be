/** Names of months in the languages that customs files are written in, as {@link monthKey} writes them. */

/** Of Arabic, the countries whose months have other names. */
const LANGUAGES = (
  'en es fr pt it de nl sv da nb fi is et lv lt pl cs sk hu ro bg hr sl sr sr-Latn mk sq el tr az ru uk be kk ky uz tg tk hy ka ' +
  'ar-EG ar-TN ar-MA he fa ur hi bn ne th id ms sw am km lo my mn ca fo'
).split(' ');

/** How statistics shorten months, beside what the languages' own lists have. */
const SHORT_FORMS =
  'jan 1,ene 1,fev 2,feb 2,mar 3,apr 4,abr 4,avr 4,may 5,mai 5,jun 6,jul 7,aug 8,ago 8,sep 9,sept 9,set 9,oct 10,out 10,okt 10,nov 11,dec 12,dic 12,dez 12';

/** Small letters, without the points of what is cut short; the same is said in SQL where dates are read. */
export const monthKey = (name: string) => name.normalize('NFC').toLowerCase().replaceAll('.', '');

const withoutAccents = (name: string) => name.normalize('NFD').replace(/(\p{Script=Latin})\p{M}+/gu, '$1');

/** A language's names, long and short; some say a month otherwise beside its day. */
const WAYS: readonly Intl.DateTimeFormatOptions[] = (['long', 'short'] as const).flatMap((month) => [
  { month },
  { month, day: 'numeric' },
]);

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);

/** Each month of a language by its name. */
function namesIn(language: string): [name: string, month: number][] {
  return WAYS.flatMap((way) => {
    const format = new Intl.DateTimeFormat(`${language}-u-ca-gregory`, { ...way, timeZone: 'UTC' });
    return MONTHS.flatMap((month) => {
      const parts = format.formatToParts(Date.UTC(2024, month - 1, 10));
      const name = parts.find(({ type }) => type === 'month')?.value ?? '';
      return [name, withoutAccents(name)].map((each): [string, number] => [monthKey(each), month]);
    });
  });
}

function read(): ReadonlyMap<string, number> {
  const months = new Map<string, number>();
  const doubtful = new Set<string>();
  for (const [name, month] of LANGUAGES.flatMap(namesIn)) {
    if (!/^[\p{L}\p{M}]{2,}$/u.test(name)) continue;
    // The eleventh in Czech is the tenth in Croatian: what may be either is neither.
    if ((months.get(name) ?? month) !== month) doubtful.add(name);
    months.set(name, month);
  }
  for (const name of doubtful) months.delete(name);
  for (const form of SHORT_FORMS.split(',')) months.set(form.split(' ')[0] ?? '', Number(form.split(' ')[1]));
  return months;
}

let names: ReadonlyMap<string, number> | undefined;

/** The number of each month by its names; made when the first date in words is read. */
export function monthNames(): ReadonlyMap<string, number> {
  names ??= read();
  return names;
}

/** The months of Nepal's calendar, in the spellings that its offices have. */
const OF_NEPAL =
  'baisakh baishakh vaishakh बैशाख वैशाख,jestha jeth jyestha जेठ ज्येष्ठ,ashadh asar asadh ashad ashar असार आषाढ,shrawan saun sawan shravan साउन श्रावण,bhadra bhadau भदौ भाद्र,ashwin asoj ashoj aswin असोज आश्विन,kartik कार्तिक,mangsir marga mangshir मंसिर मार्ग,poush push paush पुस पौष,magh माघ,falgun phalgun fagun phagun फागुन फाल्गुन,chaitra chait चैत चैत्र';

export const NEPALI_MONTHS: ReadonlyMap<string, number> = new Map(
  OF_NEPAL.split(',').flatMap((names, at) => names.split(' ').map((name) => [monthKey(name), at + 1] as const)),
);
