import { existsSync } from 'node:fs';
import bundledChromium from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';
import { closeAfterFile } from '../../support/opened.ts';

const installed = '/usr/bin/chromium';

/** Why no Chromium can be started here; null: one can. The one that npm brings is for Linux on x64. */
export const noBrowserReason: string | null =
  existsSync(installed) || (process.platform === 'linux' && process.arch === 'x64')
    ? null
    : `no ${installed}, and npm brings a Chromium for Linux on x64 alone`;

/** A headless Chromium, closed after the file: the one of the system, else the one that npm brings. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = existsSync(installed) ? installed : await bundledChromium.executablePath();
  const browser = await chromium.launch({
    executablePath,
    headless: true,
    // The sandbox does not work as root in a container, and shared memory is small.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  });
  closeAfterFile(() => browser.close());
  return browser;
}
