import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { writeReportHtml } from '../src/stages/report/html/write-report-html.ts';
import { openBrowser } from '../test/emulator/open-browser.ts';
import { madeSample, makeFleetDrift } from '../test/stages/report/html/sample-fleet.ts';

// `npm run pictures`: the pictures of docs/pictures, of a fleet of samples as a browser shows it.

/** What a picture is of. */
type Picture = {
  readonly name: string;
  readonly hash: string;
  readonly options: BrowserContextOptions;
};

const desktop = { width: 1280, height: 980 };
const phone = { width: 390, height: 844 };
const pictures: readonly Picture[] = [
  { name: 'drift-light', hash: '#sort=most', options: { viewport: desktop, colorScheme: 'light' } },
  { name: 'drift-dark', hash: '#sort=most', options: { viewport: desktop, colorScheme: 'dark' } },
  {
    name: 'account',
    hash: '#account=litware-zagreb-2&sort=most',
    options: { viewport: desktop, colorScheme: 'light' },
  },
  {
    name: 'phone',
    hash: '#sort=most',
    options: { viewport: phone, colorScheme: 'light', deviceScaleFactor: 2 },
  },
];

const out = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'cyclectl-pictures-'));
const browser = await openBrowser();
try {
  const file = join(folder, 'report.html');
  await writeFile(file, writeReportHtml(makeFleetDrift(600), madeSample));
  await mkdir(out, { recursive: true });
  for (const picture of pictures) await take(browser, pathToFileURL(file).href, picture);
} finally {
  await browser.close();
  await rm(folder, { recursive: true });
}

async function take(
  browser: Browser,
  url: string,
  { name, hash, options }: Picture,
): Promise<void> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.goto(`${url}${hash}`);
  await page.screenshot({ path: join(out, `report-${name}.png`), animations: 'disabled' });
  await context.close();
}
