import { readdir, rm } from 'node:fs/promises';
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../node_modules/.cache/cyclectl-tests', import.meta.url));

// Each run adds some for its test files, which Vitest loads under new names.
const mostFiles = 20_000;

/**
 * Lets workers and what they start share compiled code, types already stripped, with earlier runs.
 * It is in the checkout, because a home is not for tests to write to.
 */
export async function setup(): Promise<void> {
  if (env.NODE_COMPILE_CACHE !== undefined || env.NODE_DISABLE_COMPILE_CACHE !== undefined) return;
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  if (files.length > mostFiles) await rm(folder, { recursive: true, force: true });
  env.NODE_COMPILE_CACHE = folder;
}
