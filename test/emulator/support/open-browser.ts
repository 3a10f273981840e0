import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import bundledChromium from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';
import packageJson from '../../../package.json' with { type: 'json' };
import { closeAfterFile } from '../../support/opened.ts';

const installed = '/usr/bin/chromium';

const unpacked = fileURLToPath(
  new URL(
    `../../../node_modules/.cache/cyclectl-chromium-${packageJson.devDependencies['@sparticuz/chromium']}`,
    import.meta.url,
  ),
);

/** Why no Chromium can be started here; null: one can. The one that npm brings is for Linux on x64. */
export const noBrowserReason: string | null =
  existsSync(installed) || (process.platform === 'linux' && process.arch === 'x64')
    ? null
    : `no ${installed}, and npm brings a Chromium for Linux on x64 alone`;

/** A headless Chromium, closed after the file: the one of the system, else the one that npm brings. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = existsSync(installed) ? installed : await unpackBundled();
  const browser = await chromium.launch({
    executablePath,
    headless: true,
    // The sandbox does not work as root in a container, and shared memory is small.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  });
  closeAfterFile(() => browser.close());
  return browser;
}

/** Unpacks the Chromium that npm brings once for all runs, because each has a temporary folder of its own. */
async function unpackBundled(): Promise<string> {
  const program = join(unpacked, 'chromium');
  if (existsSync(program)) return program;
  const made = dirname(await bundledChromium.executablePath());
  await mkdir(dirname(unpacked), { recursive: true });
  const draft = await mkdtemp(`${unpacked}-`);
  for (const name of ['chromium', 'libEGL.so', 'libGLESv2.so', 'libvk_swiftshader.so'])
    await cp(join(made, name), join(draft, name));
  // Another file may have been faster, with the same.
  await rename(draft, unpacked).catch(() => rm(draft, { recursive: true }));
  return program;
}
