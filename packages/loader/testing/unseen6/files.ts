/**
 * A sixth set: 24 files of 24 sources that none of the others is of, in the form of the second, whose goods and generator it shares: declarations, forms,
 * statistics, a forwarder's list, one of a company's books and files of vendors. Its layouts were committed before the loader had read any of them, by an
 * author who had not read the loader.
 */
import { filesOf } from '../unseen2/files.js';

export const SIXTH_SET = new URL('./', import.meta.url);

export const unseenFiles = () => filesOf(SIXTH_SET);
