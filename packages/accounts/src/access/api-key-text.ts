import { createHash, randomInt } from 'node:crypto';
import { API_KEY } from '@tidewaiter/contract';

const BASE_62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Some 178 bits. */
const RANDOM_LENGTH = 30;
const CHECK_LENGTH = 6;
const WRITTEN = new RegExp(`^${API_KEY.prefix}([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECK_LENGTH}})$`);

/** Follows from the random letters: it keeps no secret, and shows a typing error. */
function checkOf(random: string): string {
  let rest = createHash('sha256').update(random).digest().readUIntBE(0, 6);
  let check = '';
  for (let at = 0; at < CHECK_LENGTH; at += 1) {
    check += BASE_62[rest % BASE_62.length];
    rest = Math.floor(rest / BASE_62.length);
  }
  return check;
}

/** A key that nobody has yet. */
export function newKeyText(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => BASE_62[randomInt(BASE_62.length)]).join('');
  return `${API_KEY.prefix}${random}${checkOf(random)}`;
}

/** Whether a text can be a key: one that was mistyped or made up is told without asking the database. */
export function canBeKey(text: string): boolean {
  const [, random, check] = WRITTEN.exec(text) ?? [];
  return random !== undefined && check === checkOf(random);
}
