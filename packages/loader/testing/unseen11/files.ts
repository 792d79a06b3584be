/**
 * An eleventh set: 24 files of 24 sources, in the form of the others, whose generator it shares, with goods and partners of its own: a terminal's manifest, a
 * spool of fixed width, declarations by the fields of their boxes, brokers' and exporters' lists in many scripts, a chamber's certificates, a courier's
 * clearances, a free zone and statistics by country. Its layouts were committed before any run, by an author who had not read the loader.
 */
import { filesOf } from '../unseen/files.js';

export const ELEVENTH_SET = new URL('./', import.meta.url);

export const unseenFiles = () => filesOf(ELEVENTH_SET);
