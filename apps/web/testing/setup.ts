/** Each test of a screen begins with nothing, and ends without a fault. The suites share the page, and with it `screen.tsx`. */
import { afterEach, beforeEach } from 'vitest';
import { beginTest, endTest } from './screen.js';

beforeEach(beginTest);
afterEach(endTest);
