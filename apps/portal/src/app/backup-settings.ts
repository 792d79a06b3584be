/** Where backups go, and which of them stay. */
import { z } from 'zod';
import { secret, setting, textThat, urlOf, wholeNumber } from './setting.js';

/** Which backups stay: how many days, weeks and months back each has its newest one kept. */
export interface RetentionRule {
  daily: number;
  weekly: number;
  monthly: number;
}

/** How a bucket of an S3-compatible store is reached. */
export interface BucketAccess {
  /** Of the store; Amazon's own of the region where it is not set. */
  endpoint: string | undefined;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Where backups go, at which hour of the day (UTC), and which stay; every command can be given another place. */
export interface Backups {
  to: string | undefined;
  hour: number;
  keep: RetentionRule;
  bucket: BucketAccess | undefined;
}

export const BACKUP_SETTINGS = {
  BACKUP_TO: setting(
    z.string(),
    null,
    'where backups go every day: a folder, or `s3://bucket/prefix` (see "Backups"); none are made unless it is set',
  ),
  BACKUP_HOUR: setting(wholeNumber(0, 23), '2', 'the hour of the day, UTC, from which the backup of the day is made'),
  BACKUP_KEEP: setting(
    textThat(
      (text) => /^\d{1,3},\d{1,3},\d{1,3}$/.test(text),
      'must be three numbers, 7,4,12 for instance: of days, weeks and months',
    ).transform((text): RetentionRule => {
      const [daily = 0, weekly = 0, monthly = 0] = text.split(',').map(Number);
      return { daily, weekly, monthly };
    }),
    '7,4,12',
    'how many days, weeks and months back each keeps its newest backup; all of the last day stay',
  ),
  S3_ENDPOINT: setting(urlOf('http', 'https'), null, 'the store of that bucket; that of Amazon unless it is set'),
  S3_REGION: setting(z.string(), 'us-east-1', 'its region'),
  S3_ACCESS_KEY_ID: secret(z.string(), 'the key to the bucket'),
  S3_SECRET_ACCESS_KEY: secret(z.string(), 'its secret'),
};

type Read = {
  [Key in keyof typeof BACKUP_SETTINGS]:
    | z.output<(typeof BACKUP_SETTINGS)[Key]['read']>
    | ((typeof BACKUP_SETTINGS)[Key]['otherwise'] extends null ? undefined : never);
};

export const backupsOf = (read: Read): Backups => ({
  ...{ to: read.BACKUP_TO, hour: read.BACKUP_HOUR, keep: read.BACKUP_KEEP },
  bucket: bucketAccess(read),
});

function bucketAccess(read: Read): BucketAccess | undefined {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = read;
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  return { endpoint: read.S3_ENDPOINT, region: read.S3_REGION, accessKeyId, secretAccessKey };
}
