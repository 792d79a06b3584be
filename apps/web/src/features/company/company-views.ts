/** The parts of a company's page, by what the address calls them, in the order in which they stand. */
export const COMPANY_VIEWS = {
  overview: 'Overview',
  goods: 'Goods',
  partners: 'Partners',
  months: 'Months',
  places: 'Ports and lanes',
  names: 'Names and addresses',
  similar: 'Similar companies',
  related: 'Related companies',
} as const;
export type CompanyView = keyof typeof COMPANY_VIEWS;

export const VIEW_NAMES = Object.keys(COMPANY_VIEWS) as CompanyView[];

/** Reads which of them an address names; the overview where it names none that there is. */
export const viewOf = (text: string | undefined): CompanyView => VIEW_NAMES.find((name) => name === text) ?? 'overview';
