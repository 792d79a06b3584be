import { rm } from 'node:fs/promises';
import { homeOf, restoredIn } from './home.js';
import type { Manifest } from './manifest.js';
import type { Repository } from './repository.js';
import type { Restored } from './restore.js';

/**
 * Restores a backup onto embedded engines in a folder beside the portal's, which is removed again: that of a drill which was killed is
 * removed by the next. The portal's own stores are not touched.
 *
 * @throws OperatorError where it does not restore
 */
export async function drill(
  dataFolder: string,
  repository: Repository,
  { at }: Manifest,
): Promise<Restored & { seconds: number }> {
  const folder = `${dataFolder}.drill`;
  const began = Date.now();
  await rm(folder, { recursive: true, force: true });
  try {
    const restored = await restoredIn(homeOf({ TIDEWAITER_DATA_DIR: folder }, dataFolder), repository, at);
    return { ...restored, seconds: Math.round((Date.now() - began) / 100) / 10 };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
