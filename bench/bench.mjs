/** `npm run bench [-- ROWS]`: builds what is missing, then measures. */
import { join } from 'node:path';
import { build, checkNode, install, ROOT, run } from '../scripts/setup.mjs';

checkNode();
install();
build();
run(process.execPath, [join(ROOT, 'bench/search.mjs'), ...process.argv.slice(2)], {
  env: { ...process.env, UV_THREADPOOL_SIZE: '16' },
});
