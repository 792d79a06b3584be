import { expect, it } from 'vitest';
import { missingMount } from './repository.js';

const FSTAB = `# /mnt/old was the disk before
UUID=1-2 / ext4 defaults 0 1
UUID=3-4 /mnt/back\\040ups/ ext4 defaults,nofail 0 2
UUID=5-6 none swap sw 0 0`;
const MOUNTS = '/dev/sda1 / ext4 rw 0 0\n';

it.each([
  ['/mnt/back ups', MOUNTS, '/mnt/back ups'],
  ['/mnt/back ups/tidewaiter', MOUNTS, '/mnt/back ups'],
  ['/mnt/back ups/tidewaiter', `${MOUNTS}/dev/sdb1 /mnt/back\\040ups ext4 rw 0 0\n`, undefined],
  ['/mnt/back ups of others', MOUNTS, undefined],
  ['/mnt/old', MOUNTS, undefined],
])('of %s it is known whether its disk belongs there and is missing', (folder, mounts, missing) => {
  expect(missingMount(folder, FSTAB, mounts)).toBe(missing);
});
