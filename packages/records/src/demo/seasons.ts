/** Twelve monthly weights, January first, as digits: 5 is an ordinary month. */
const FLAT = '555555555555';

/** Chapters whose trade follows a calendar; the others are flat. */
const BY_CHAPTER: Readonly<Record<string, string>> = {
  '03': '445555667765',
  '06': '897965434446',
  '07': '334567776543',
  '08': '223346889852',
  '09': '556677655556',
  '10': '434445899765',
  '12': '433445568997',
  '17': '444445678984',
  '18': '766544445789',
  '22': '334556667896',
  '31': '589875555543',
  '33': '555555667898',
  '38': '478876555543',
  '41': '556666666543',
  '42': '445555678973',
  '52': '667765545556',
  '61': '665566788765',
  '62': '665566788765',
  '64': '655566788655',
  '71': '465555556998',
  '87': '566665456667',
  '94': '555555678975',
  '95': '322234689961',
};

/** Goods that do not follow their chapter: a Christmas bauble is sold in September, an air conditioner in spring. */
const BY_GOOD: Readonly<Record<string, string>> = {
  '060311': '795586333337',
  '080390': FLAT,
  '080132': '445556667886',
  '841510': '467998743333',
  '841821': '456788765444',
  '950510': '111124799831',
  '950691': '965444455679',
  '851713': '545555568998',
};

/** Harvests of the southern half of the world fall half a year later. */
const SOUTH = new Set(['ARG', 'AUS', 'BRA', 'CHL', 'PER', 'ZAF']);
const LAST_HARVEST_CHAPTER = '12';

/** The weight of a month (0 = January) for a good of a country, between 0 and 1. */
export function seasonWeight(hs6: string, country: string, month: number): number {
  const chapter = hs6.slice(0, 2);
  const weights = BY_GOOD[hs6] ?? BY_CHAPTER[chapter] ?? FLAT;
  const shifted = SOUTH.has(country) && chapter >= '06' && chapter <= LAST_HARVEST_CHAPTER;
  return Number(weights[shifted ? (month + 6) % 12 : month]) / 9;
}

/** Sunday first. Customs work on Saturdays a little, on Sundays hardly. */
const BY_WEEKDAY = [0.12, 1, 1.08, 1.1, 1.06, 1.02, 0.34];
const GROWTH_PER_DAY = 0.00012;

/** How busy a day is beside others: mild growth of some four per cent a year, weekends quieter. */
export function dayWeight(dayNumber: number, date: Date): number {
  return (BY_WEEKDAY[date.getUTCDay()] ?? 1) * (1 + GROWTH_PER_DAY * dayNumber);
}
