import { DEFINITIONS, LIMITS } from '@tidewaiter/contract';

/** A part of a picture: a ground, a field, a button, words, a bar of a chart, or the number of the sentence that is about the place. */
type Shape = readonly [
  kind: 'ground' | 'field' | 'act' | 'words' | 'bar' | 'mark',
  x: number,
  y: number,
  width: number,
  height: number,
  text?: string,
];

/** One thing to do, on a screen of its own: /help/{id}. */
export interface HelpTask {
  id: string;
  title: string;
  lead: string;
  says: readonly string[];
  /** What the screen looks like on which it is done, 400 wide and 150 high; its numbers are those of the sentences. */
  picture?: readonly Shape[];
}

const mark = (number: number, x: number, y: number): Shape => ['mark', x, y, 16, 16, String(number)];

/** Bars of a chart beside each other, which stand on a line. */
const bars = (x: number, foot: number, width: number, heights: readonly number[]) =>
  heights.map((height, at): Shape => ['bar', x + at * (width + 3), foot - height, width, height]);

/** Rows of words below each other. */
const rows = (x: number, y: number, texts: readonly string[]) =>
  texts.map((text, at): Shape => ['words', x, y + at * 20, 0, 20, text]);

export const HELP_TASKS: readonly HelpTask[] = [
  {
    id: 'search',
    title: 'Find shipments',
    lead: 'Ask by goods, by HS code or by company.',
    says: [
      'Choose imports or exports, and one or more countries whose customs publish them.',
      `Say what you look for. An HS code finds everything below it: 8517 finds 85171300. It has at least ${LIMITS.hsCodeMinLength} digits; type words such as “phone” or “laptop” to be shown the codes of such goods.`,
      'Choose a period: two days at least, three years at most.',
      'Press Search. A new question costs one search; asked again the same day, it is free.',
      'A product is found by the words of its description. All words finds each of them, in any order and whether one or many are meant: “ceramic tiles” finds CERAMIC FLOOR TILE, and “tile” no textile. Contains finds exactly the text, also within words.',
      'A company is found by any part of its name. Picked from the suggestions, it is found under all of its spellings.',
      `Each field takes up to ${LIMITS.searchValues} values, any of which may match. Add a condition narrows by AND, OR or NOT.`,
    ],
    picture: [
      ['ground', 0, 0, 400, 150],
      ...([
        ['field', 14, 24, 70, 28, 'Import'],
        ['field', 92, 24, 294, 28, 'India, Vietnam'],
        ['field', 14, 66, 96, 28, 'Product'],
        ['field', 118, 66, 268, 28, 'ceramic tiles'],
        ['field', 14, 108, 260, 28, '01 Nov 2025 – 31 Oct 2026'],
        ['act', 306, 108, 80, 28, 'Search'],
      ] as const),
      ...[mark(1, 364, 16), mark(2, 364, 58), mark(3, 252, 100), mark(4, 370, 100)],
    ],
  },
  {
    id: 'results',
    title: 'Read and narrow the results',
    lead: 'Everything on this screen is free once the question is paid for.',
    says: [
      'The sentence says what was asked. Change opens it; what you change costs a search only if it asks for more.',
      'Drag over the months to see fewer of them.',
      'Filters list the values of the records, with how many shipments there are and what they are worth. Tick those that you want to keep.',
      'Press a row for all that its record says. A value has a menu, by its button or Enter: show only this, show everything without this, open the company, copy.',
      'Custom, at the top, chooses the columns; a heading sorts by its column.',
      'Filters, sorting and columns are in the link: copy it, and a colleague sees the same.',
    ],
    picture: [
      ['ground', 0, 0, 400, 150],
      ['words', 10, 8, 0, 20, 'Imports of India: ceramic tiles'],
      ['words', 336, 8, 0, 20, 'Change'],
      ...bars(280, 60, 6, [9, 14, 12, 20, 24, 17, 22, 26, 15, 12, 18, 21]),
      ...rows(10, 34, ['370 shipments · USD 5.2 million']),
      ['field', 10, 68, 104, 74],
      ...rows(18, 75, ['HS code', '☑ 690721 (212)', '☐ 690722 (98)']),
      ['field', 122, 68, 268, 74],
      ...rows(130, 75, ['30 Oct 2026   690721   FLOOR TILE', '29 Oct 2026   690721   WALL TILE']),
      ...rows(130, 115, ['22 Oct 2026   690722   CERAMIC TILE']),
      ...[mark(1, 380, 10), mark(2, 258, 44), mark(3, 94, 60), mark(4, 370, 60)],
    ],
  },
  {
    id: 'company',
    title: 'Look at a company',
    lead: 'Who it is, what it trades, with whom, and who is like it.',
    says: [
      'The top says who it is: its countries, addresses and official numbers, its other spellings, its first and last shipment.',
      'Tabs lead to its goods, its partners, similar companies, and companies with the same address or number.',
      'Twelve months, a map of its lanes and its largest partners come first; each number leads to its records.',
      'Press a company’s name in the results, or press Ctrl K (⌘ K) on any screen and type it.',
      'Its page costs one search a day, and says so before it opens.',
    ],
    picture: [
      ['ground', 0, 0, 400, 150],
      ['words', 10, 8, 0, 20, 'Gleningmoor Ceramics Ltd'],
      ['words', 10, 28, 0, 20, 'Vietnam · Hai Phong · 212 shipments'],
      ['act', 10, 56, 76, 24, 'Overview'],
      ...([
        ['field', 90, 56, 58, 24, 'Goods'],
        ['field', 152, 56, 72, 24, 'Partners'],
        ['field', 228, 56, 66, 24, 'Similar'],
      ] as const),
      ...bars(14, 142, 12, [18, 30, 24, 40, 46, 33, 42, 50, 30, 24, 36, 42]),
      ...rows(216, 86, ['Buyers', 'Mahanvikar LLP   41%', 'Vindhalok Ltd   22%']),
      ...[mark(1, 374, 10), mark(2, 302, 60), mark(3, 374, 92)],
    ],
  },
  {
    id: 'analyse',
    title: 'Compare suppliers, buyers and prices',
    lead: 'Two analyses of a question, both free once it is paid for.',
    says: [
      'Press Go to above the results. Macro Analysis adds up the months, codes, companies, countries and ports; In-depth Analysis compares buyers, suppliers, prices and periods.',
      'A chart is beside its table, and each number leads to its records.',
      'Every chart is saved as PNG or SVG, with its question, source and day below it; every table as CSV.',
      'Fair price says what half of all shipments cost. Compare two periods says who came, who left and who switched supplier.',
    ],
    picture: [
      ['ground', 0, 0, 400, 150],
      ...([
        ['words', 10, 8, 0, 20, 'Top 10 exporters'],
        ['act', 306, 10, 80, 24, 'Go to'],
        ['words', 150, 8, 0, 20, 'PNG   SVG   CSV'],
      ] as const),
      ...bars(14, 140, 14, [92, 70, 58, 44, 38, 30, 24, 18, 12]),
      ...rows(190, 44, ['1  Faitinova Ltd   USD 1.2 million', '2  Zhengmo Co.   USD 0.9 million']),
      ...rows(190, 84, ['3  Tugehan A.S.   USD 0.7 million', '4  Gleningmoor Ltd   USD 0.5 million']),
      ...[mark(1, 378, 4), mark(2, 160, 58), mark(3, 254, 10)],
    ],
  },
  {
    id: 'export',
    title: 'Export records',
    lead: 'As Excel, CSV or Parquet, with the price before you pay.',
    says: [
      'Tick rows and press Export Selected, or press Export All for everything that was found.',
      'The window says what it costs and what you have left: points for each record, by the weight of its country.',
      'Records that your account has exported before are free, and so is fetching the same file again from Download History.',
      'A file that fails or is cancelled gives its points back.',
    ],
    picture: [
      ['ground', 0, 0, 400, 150],
      ...rows(10, 10, ['☑ 30 Oct 2026   690721', '☑ 29 Oct 2026   690721', '☐ 22 Oct 2026   690722']),
      ['field', 190, 12, 196, 126],
      ...rows(198, 22, ['Export 2 records', 'Cost   1 point', 'Free, already yours   1', 'Left   12,399']),
      ['act', 286, 104, 88, 26, 'Export 2'],
      ...[mark(1, 166, 14), mark(2, 362, 40), mark(3, 362, 60)],
    ],
  },
  {
    id: 'keep',
    title: 'Save, follow and share',
    lead: 'Workspace has five tabs, which everybody of your account sees.',
    says: [
      'Saved searches: Save Query above the results keeps a question with its filters and columns, and says how many records are new since.',
      'Following: be notified on the screen, by mail or by webhook when a saved search, a company, a list or a query line has something new, such as a new supplier or an unusual price.',
      'Lists: bring your own suppliers, customers or HS codes as a file. Each row is looked up, and a search can be narrowed to them.',
      'Contacts: companies with notes and tags, imported and exported as CSV or vCard.',
      'Reports: figures of analyses between your own words, by “Add to report” beneath their tables. Every number opens its records; newer data is shown beside the old before you take it. Print one, save it as PDF, or download it as a workbook.',
    ],
    picture: [
      ['ground', 0, 0, 400, 150],
      ...([
        ['act', 10, 20, 102, 26, 'Saved searches'],
        ['field', 116, 20, 72, 26, 'Following'],
        ['field', 192, 20, 48, 26, 'Lists'],
        ['field', 244, 20, 70, 26, 'Contacts'],
        ['field', 318, 20, 66, 26, 'Reports'],
        ['field', 10, 62, 184, 76],
        ['field', 204, 62, 184, 76],
      ] as const),
      ...rows(18, 70, ['Ceramic tiles, India', '370 shipments', '12 new']),
      ...rows(212, 70, ['T-shirts, Vietnam', '1,204 shipments', 'nothing new']),
      ...[mark(1, 98, 10), mark(2, 174, 10), mark(3, 228, 10), mark(4, 302, 10), mark(5, 374, 10)],
    ],
  },
  {
    id: 'line',
    title: 'Ask in one line',
    lead: 'All that the form asks, and more, by keyboard.',
    says: [
      'Press “Write it as a line” in the form, or the / key.',
      'The line offers what can follow as you type, underlines what is wrong, and says below why.',
      'Enter searches. A list of yours comes after a field: importer:@"My suppliers".',
    ],
    picture: [
      ['ground', 0, 0, 400, 150],
      ['field', 14, 24, 290, 28, 'hs:6907 from:india value:>10k'],
      ['act', 312, 24, 74, 28, 'Search'],
      ['field', 14, 58, 190, 78],
      ...rows(22, 67, ['value:', 'country:', 'importer:']),
      ...[mark(1, 284, 16), mark(2, 184, 52), mark(3, 370, 16)],
    ],
  },
  {
    id: 'cost',
    title: 'What costs what',
    lead: 'You see each price before you press.',
    says: [
      'A new question costs one search. Asked again the same day, by anybody of your account, it is free; so is a question within it, of fewer countries or days. A question without records is given back.',
      'Filters, sorting, pages, lists and analyses of a question that was asked are free. A company’s page costs one search a day.',
      'An export costs points for each record, by the weight of its country. A record that your account has exported before is free, and so is fetching the same file again. You see the price before you pay.',
      'What is left is in the header; each entry of your account is listed under Subscriptions.',
    ],
  },
  { id: 'figures', title: 'What figures mean', lead: 'The same on all screens.', says: Object.values(DEFINITIONS) },
  {
    id: 'data',
    title: 'How data is loaded and cleaned',
    lead: 'Where each record comes from, and what was changed.',
    says: [
      'Records are what customs offices publish. Every row of a file is loaded or rejected with a reason, and the sums of a load equal those of its file.',
      'Names of countries, ports and units are written in one way; what the source wrote stays beside it, and the description of a record shows both.',
      'Spellings of one company are counted as one. Its page says under which names it was found.',
      'Values in other currencies are converted by the rate of the month and marked ≈. Without a rate there is no value in dollars, never a guessed one.',
      'Each record names the file and the line that it comes from. Data Coverage says how fresh and how complete each country is.',
    ],
  },
  { id: 'columns', title: 'What the columns mean', lead: 'Each column that all countries have.', says: [] },
];
