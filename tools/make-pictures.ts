import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { formatReportHtml } from '../src/reports/html/format-report-html.ts';
import { formatReportMarkdown } from '../src/reports/markdown/format-report-markdown.ts';
import { openBrowser } from '../test/emulator/support/open-browser.ts';
import { madeSample, makeFleetDrift } from '../test/reports/html/sample-fleet.ts';
import { makeFleetPlan } from '../test/reports/html/sample-plan.ts';
import { render } from '../test/reports/markdown/read-markdown.ts';

// `npm run pictures`: pictures for docs/pictures of a sample fleet in a browser, and of a plan as a
// pull request comment.

/** Subject of a picture. */
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

/** Approximates the Markdown style of a forge. */
const forgeStyle = `
  body { font: 14px/1.5 system-ui, sans-serif; color: #1f2328; margin: 0; padding: 24px 32px; width: 816px; }
  h3 { font-size: 1.25em; margin: 0 0 16px; }
  table { border-collapse: collapse; margin: 0 0 16px; }
  td, th { border: 1px solid #d1d9e0; padding: 6px 13px; }
  tr:nth-child(2n) td { background: #f6f8fa; }
  code { font: 85% ui-monospace, monospace; background: #818b981f; border-radius: 6px; padding: .2em .4em; }
  pre { background: #f6f8fa; border-radius: 6px; padding: 16px; overflow: auto; line-height: 1.45; }
  pre code { background: none; padding: 0; }
  details { margin: 0 0 16px; } ul { padding-left: 2em; }`;

const out = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'cyclectl-pictures-'));
const browser = await openBrowser();
try {
  const file = join(folder, 'report.html');
  await writeFile(file, formatReportHtml(makeFleetDrift(600), madeSample));
  await mkdir(out, { recursive: true });
  for (const picture of pictures) await take(browser, pathToFileURL(file).href, picture);
  await takeComment(browser);
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

async function takeComment(browser: Browser): Promise<void> {
  let markdown = '';
  for await (const piece of formatReportMarkdown(makeFleetPlan(24), madeSample)) markdown += piece;
  const context = await browser.newContext({ viewport: { width: 880, height: 600 } });
  const page = await context.newPage();
  await page.setContent(`<style>${forgeStyle}</style>${render(markdown)}`);
  await page
    .locator('details')
    .first()
    .evaluate((details) => details.setAttribute('open', ''));
  const path = join(out, 'plan-comment.png');
  await page.screenshot({ path, fullPage: true, animations: 'disabled' });
  await context.close();
}
