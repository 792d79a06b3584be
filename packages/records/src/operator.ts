/** What the operator may see. Only the operator's commands and what is published to everybody ask with it; Biome refuses it elsewhere. */
import { DataAccess } from '@tidewaiter/contract/granting';

export const EVERYTHING = new DataAccess({ countries: 'ALL', fromDate: null, toDate: null });
