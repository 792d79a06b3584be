/** Where a person's files are sent: a bucket of theirs, or a folder of a server of theirs. */
import { z } from 'zod';
import { MESSAGES } from './messages.js';
import { line } from './person.js';

/** Longest part of a destination: a host, a folder, a key. */
const PART_MAX_LENGTH = 1000;

/** Folders within each other. */
const FOLDERS = 20;

const part = (message: string) => line(message, PART_MAX_LENGTH);

/** A folder of a bucket or a server, without the strokes around it: nothing in it leads elsewhere, or is anything to a program that reads it. */
const folder = z
  .string()
  .trim()
  .max(PART_MAX_LENGTH, { error: MESSAGES.textTooLong })
  .transform((text) => text.replace(/^\/+|\/+$/g, ''))
  .refine(
    (text) =>
      /^[\p{L}\p{N}][\p{L}\p{N} ._/-]*$|^$/u.test(text) &&
      !/(^|\/)\.{1,2}(\/|$)|\/\//.test(text) &&
      text.split('/').length <= FOLDERS,
    {
      error: MESSAGES.destinationFolder,
    },
  )
  .default('');

/** A store that keeps buckets, by https; whether one within a network is let in is the operator's to say. */
const endpointOfBucket = part(MESSAGES.destinationEndpoint)
  .refine((text) => /^https?:\/\/[^/?#@\s]+\/?$/i.test(text) && URL.canParse(text), {
    error: MESSAGES.destinationEndpoint,
  })
  .transform((text) => new URL(text).origin);

const bucket = z.strictObject({
  kind: z.literal('S3'),
  endpoint: endpointOfBucket.describe('Of the store, such as https://s3.eu-central-1.amazonaws.com'),
  region: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, { error: MESSAGES.destinationRegion })
    .default('us-east-1'),
  bucket: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, { error: MESSAGES.destinationBucket }),
  folder,
  accessKeyId: part(MESSAGES.destinationKey),
});

const server = z.strictObject({
  kind: z.literal('SFTP'),
  host: z
    .string()
    .refine((text) => URL.canParse(`https://${text}`), { error: MESSAGES.destinationHost })
    .regex(/^[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?$/i, { error: MESSAGES.destinationHost }),
  port: z
    .number()
    .int()
    .refine((port) => port === 22 || (port >= 1024 && port <= 65_535), { error: MESSAGES.destinationPort })
    .default(22),
  user: z.string().regex(/^[\w.@+][\w.@+-]{0,63}$/, { error: MESSAGES.destinationUser }),
  folder,
});

/** What of a destination is no secret. */
export const destinationPlace = z.discriminatedUnion('kind', [bucket, server]);
export type DestinationPlace = z.output<typeof destinationPlace>;

/** A destination on one line, as people name such places. */
export function placeInWords(place: DestinationPlace): string {
  const where =
    place.kind === 'S3'
      ? `${new URL(place.endpoint).host}/${place.bucket}`
      : `${place.user}@${place.host}${place.port === 22 ? '' : `:${place.port}`}`;
  return place.folder === '' ? where : `${where}/${place.folder}`;
}
