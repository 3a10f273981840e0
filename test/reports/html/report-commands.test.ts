import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { formatReportHtml } from '../../../src/reports/html/format-report-html.ts';
import { noBrowserReason, openBrowser } from '../../emulator/support/open-browser.ts';
import { closeAfterFile } from '../../support/opened.ts';
import { withSampleLabels } from '../samples/with-sample-labels.ts';
import { madeSample, makeFleetDrift } from './sample-fleet.ts';

const suite = noBrowserReason === null ? describe : describe.skip;

suite(`commands of a page in Chromium${noBrowserReason === null ? '' : ` (${noBrowserReason})`}`, () => {
  let browser: Browser;
  let url: string;

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cyclectl-page-'));
    closeAfterFile(() => rm(folder, { recursive: true, force: true }));
    const path = join(folder, 'report.html');
    const labels = (nth: number) => ({ tier: nth % 2 === 0 ? 'gold' : 'silver, or bronze' });
    const report = withSampleLabels(makeFleetDrift(40), labels);
    await writeFile(path, formatReportHtml(report, madeSample));
    url = pathToFileURL(path).href;
    browser = await openBrowser();
  });

  // A page from a file has no clipboard everywhere; then it shows the text.
  async function open(hash: string, width = 1280): Promise<Page> {
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    const page = await context.newPage();
    await page.addInitScript('Object.defineProperty(navigator, "clipboard", { value: undefined })');
    await page.goto(url + hash);
    return page;
  }

  const readShown = (page: Page) => page.locator('input.link').inputValue();

  test('a row has the first changes, and the panel a command for each answer', async () => {
    const page = await open('#search=Asia/Kolkata');
    const row = page.locator('#rows tr').first();
    expect(await row.locator('.changed').innerText()).toMatch(/^timezone: ".+" → "Asia\/Kolkata"/);
    const name = await row.locator('th a').innerText();
    await row.locator('th a').click();
    const panel = page.getByRole('dialog');
    await panel.getByText('Commands').first().click();
    expect(await panel.locator('.answers pre').allInnerTexts()).toEqual(
      expect.arrayContaining([
        `cyclectl drift -e prod --revert ${name}/timezone --out revert.json`,
        `cyclectl drift -e prod --adopt ${name}/timezone`,
        `cyclectl drift -e prod --ignore ${name}/timezone --until DATE --reason TEXT`,
      ]),
    );
    await panel.getByRole('button', { name: 'Copy the command: To write it' }).first().click();
    expect(await readShown(page)).toBe(`cyclectl drift -e prod --adopt ${name}/timezone`);
    await page.evaluate(axe.source);
    const found: { violations: { id: string }[] } = await page.evaluate('axe.run()');
    expect(found.violations.map(({ id }) => id)).toEqual([]);
    await page.context().close();
  });

  test('a filtered list is copied as --select: by labels where these alone filter', async () => {
    const byLabel = await open('#label.tier=gold');
    await byLabel.getByRole('button', { name: 'Copy --select' }).click();
    expect(await readShown(byLabel)).toBe('--select label=tier=gold');
    await byLabel.context().close();
    const byName = await open('#state=drift');
    const names = await byName.locator('#rows th a').allInnerTexts();
    await byName.getByRole('button', { name: 'Copy --select' }).click();
    expect(await readShown(byName)).toBe(names.map((name) => `--select account=${name}`).join(' '));
    await byName.context().close();
    const all = await open('');
    expect(await all.getByRole('button', { name: 'Copy --select' }).isVisible()).toBe(false);
    await all.context().close();
  });

  test.each([320, 390, 768, 1280])('nothing is cut off at a width of %i', async (width) => {
    const page = await open('', width);
    const wide: number = await page.evaluate('document.documentElement.scrollWidth');
    expect(wide).toBeLessThanOrEqual(width);
    await page.locator('#rows th a').first().click();
    const panel: number = await page.evaluate(
      'document.getElementById("panel").scrollWidth - document.getElementById("panel").clientWidth',
    );
    expect(panel).toBeLessThanOrEqual(0);
    await page.context().close();
  });
});
