/** How numbers are grouped and shortened: in lakh and crore, or in millions. A person who has not chosen has the first. */
export const NUMBER_SYSTEMS = ['INDIAN', 'INTERNATIONAL'] as const;
export type NumberSystem = (typeof NUMBER_SYSTEMS)[number];
