/** How numbers are grouped and shortened: in lakh and crore (SPEC 9), or in millions. For who has not chosen, the browser's language says it. */
export const NUMBER_SYSTEMS = ['INDIAN', 'INTERNATIONAL'] as const;
export type NumberSystem = (typeof NUMBER_SYSTEMS)[number];
