/**
 * A twelfth set: 24 files of 24 sources, in the form of the others, whose generator it shares, with goods and partners of its own: a clearing agent's print of
 * fixed width, an entry summary report, an item report of a customs service, factories' temporary imports, lines of JSON, statistics by month, brokers' and
 * exporters' lists in many scripts and calendars, and territories that few files come from. It was written by an author who had not read the loader.
 */
import { filesOf } from '../unseen/files.js';

export const TWELFTH_SET = new URL('./', import.meta.url);

export const unseenFiles = () => filesOf(TWELFTH_SET);
