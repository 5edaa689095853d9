/** The running program for scripts: `BAGH_URL`, or `bagh serve` on a free port. */

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const root = join(import.meta.dirname, '../..');

/** The address of the service, and a function that ends it if it was started here. */
export async function serve() {
  if (process.env.BAGH_URL) return { url: process.env.BAGH_URL, end: () => {} };
  const program =
    process.env.BAGH_BIN ??
    ['release', 'debug'].map((kind) => join(root, 'target', kind, 'bagh')).find(existsSync);
  if (!program || !existsSync(program)) {
    throw new Error(
      'found no program: build it with `cargo build --release -p bagh-cli`, or set BAGH_BIN or BAGH_URL',
    );
  }
  const tables = process.env.BAGH_TABLES ?? join(root, 'target/checked-tables');
  const child = spawn(
    program,
    ['serve', '--no-solve', '--json', '--address', '127.0.0.1:0', '--tables', tables],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const said = createInterface({ input: child.stdout });
  const url = await new Promise((resolve, reject) => {
    said.once('line', (line) => resolve(JSON.parse(line).url.replace(/\/$/, '')));
    child.once('exit', (code) => reject(new Error(`the service ended with code ${code}`)));
  });
  return { url, end: () => child.kill('SIGTERM') };
}
