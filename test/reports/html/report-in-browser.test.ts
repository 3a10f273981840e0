import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Report, ReportMetadata } from '../../../src/model/report/report-document.ts';
import { formatReportHtml } from '../../../src/reports/html/format-report-html.ts';
import { noBrowserReason, openBrowser } from '../../emulator/support/open-browser.ts';
import { closeAfterFile } from '../../support/opened.ts';
import { withSampleLabels } from '../samples/with-sample-labels.ts';
import { hostileTexts, makeHostileReport } from './hostile-report.ts';
import { madeSample, makeFleetDrift } from './sample-fleet.ts';
import { makeFleetPlan } from './sample-plan.ts';

// What only a browser can show: that the page does what its script says, under its own policy, for everybody.

const desktop = { viewport: { width: 1280, height: 900 } };
const patience = { timeout: 20_000 };
const phone = { viewport: { width: 390, height: 844 } };

const suite = noBrowserReason === null ? describe : describe.skip;

suite(`a report in Chromium${noBrowserReason === null ? '' : ` (${noBrowserReason})`}`, () => {
  let browser: Browser;
  let folder: string;
  let fleet: string;
  let small: string;
  let labelled: string;
  let pages: Page[] = [];
  const wrong: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cyclectl-page-'));
    closeAfterFile(() => rm(folder, { recursive: true, force: true }));
    const labels = (nth: number) => ({
      tier: nth % 2 === 0 ? 'gold' : 'silver',
      region: nth % 3 === 0 ? 'eu' : 'us',
    });
    [browser, fleet, small, labelled] = await Promise.all([
      openBrowser(),
      write('fleet', makeFleetDrift(5_000), madeSample),
      write('small', makeFleetDrift(40), madeSample),
      write('labelled', withSampleLabels(makeFleetDrift(40), labels), madeSample),
    ]);
  });

  afterEach(async () => {
    await Promise.all(pages.map((page) => page.context().close()));
    pages = [];
    expect(wrong.splice(0)).toEqual([]);
  });

  async function write(name: string, report: Report, made: ReportMetadata): Promise<string> {
    const path = join(folder, `${name}.html`);
    await pipeline(formatReportHtml(report, made), createWriteStream(path));
    return pathToFileURL(path).href;
  }

  /** A page that tells of whatever it says, asks for or breaks. */
  async function open(url: string, options: BrowserContextOptions = desktop): Promise<Page> {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(patience.timeout);
    const page = await context.newPage();
    pages.push(page);
    page.on('console', (message) => wrong.push(message.text()));
    page.on('pageerror', (error) => wrong.push(error.message));
    page.on('request', (request) => {
      if (!request.isNavigationRequest()) wrong.push(`asked for ${request.url()}`);
    });
    await page.goto(url);
    return page;
  }

  async function findViolations(page: Page): Promise<readonly string[]> {
    // The policy of the page lets no script in; the protocol of the browser does.
    await page.evaluate(axe.source);
    // Colours have no contrast of their own until a dialog has faded in.
    await page.evaluate('Promise.all(document.getAnimations().map(({ finished }) => finished))');
    const found: { violations: { id: string; nodes: { html: string }[] }[] } = await page.evaluate(
      "axe.run({ resultTypes: ['violations'] })",
    );
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  }

  const readCount = (page: Page) => page.locator('#count').innerText();

  test('filters and searches 5,000 accounts, of which only some are in the document', async () => {
    const page = await open(fleet);
    expect(await readCount(page)).toBe('5,000 accounts');
    expect(await page.locator('#rows tr').count()).toBeLessThanOrEqual(100);
    await page.keyboard.press('/');
    await page.keyboard.type('Litware Asia/Kolkata');
    expect(await readCount(page)).toMatch(/^\d+ of 5,000 accounts$/);
    expect(page.url()).toMatch(/#search=Litware%20Asia\/Kolkata$/);
    const names = await page.locator('#rows th a').allInnerTexts();
    expect(names.length).toBeGreaterThan(0);
    expect(names.every((name) => name.startsWith('litware-'))).toBe(true);
    await page.keyboard.press('Escape');
    expect(await readCount(page)).toBe('5,000 accounts');
    await page.selectOption('#kind', 'gone');
    expect(new URL(page.url()).hash).toBe('#kind=gone');
    const gone = await page.locator('#rows tr').count();
    await page.selectOption('#state', 'unread');
    expect(await page.locator('#rows').innerText()).toBe('No account matches.');
    await page.goBack();
    await expect.poll(() => page.locator('#rows tr').count(), patience).toBe(gone);
    await page.getByRole('button', { name: 'Clear' }).click();
    expect(await readCount(page)).toBe('5,000 accounts');
  });

  test('has columns and filters for labels, also in its address', async () => {
    const page = await open(labelled);
    const heads = await page.locator('#columns th[scope=col]').allInnerTexts();
    expect(heads.slice(0, 5)).toEqual(['Account', 'State', 'Known', 'region', 'tier']);
    await page.getByLabel('tier').selectOption('gold');
    expect(await readCount(page)).toBe('20 of 40 accounts');
    await page.getByLabel('region').selectOption('eu');
    expect(new URL(page.url()).hash).toBe('#label.tier=gold&label.region=eu');
    const found = await readCount(page);
    const cells = await page.locator('#rows td.by-label').allInnerTexts();
    expect(new Set(cells)).toEqual(new Set(['eu', 'gold']));
    const kinds: string[] = await page.evaluate(
      "[...document.querySelectorAll('table .by-label')].map((cell) => getComputedStyle(cell).display)",
    );
    expect(new Set(kinds)).toEqual(new Set(['table-cell']));
    expect(await readCount(await open(page.url()))).toBe(found);
    await page.locator('#rows th a').first().click();
    expect(await page.getByRole('dialog').locator('.labels').innerText()).toContain('tier: gold');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear' }).click();
    expect(await readCount(page)).toBe('40 accounts');
    expect(await findViolations(page)).toEqual([]);
  });

  test('opens an account from a link, goes back, and says where there is none', async () => {
    const list = await open(`${small}#state=drift&sort=most`);
    const link = list.locator('#rows th a').first();
    const name = await link.innerText();
    await link.click();
    const panel = list.getByRole('dialog');
    await panel.getByRole('heading', { name, exact: true }).waitFor();
    await panel.getByRole('button', { name: 'Next' }).click();
    expect(await panel.locator('h2').innerText()).not.toBe(name);
    await list.goBack();
    await panel.getByRole('heading', { name, exact: true }).waitFor();
    await list.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    expect(new URL(list.url()).hash).toBe('#state=drift&sort=most');
    expect(await list.evaluate('document.activeElement.textContent')).toBe(name);
    await list.locator('#rows .cell a').first().click();
    await panel.locator('.part.sought').waitFor();
    const object = await open(list.url());
    await object.locator('.part.sought').waitFor();
    const missing = await open(`${small}#account=nobody`);
    await missing.getByText('This report does not contain the account.').waitFor();
  });

  test('is usable by keyboard alone, and shows more accounts on demand', async () => {
    const page = await open(fleet);
    await page.keyboard.press('/');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const focused = () => page.evaluate<string>('document.activeElement.textContent');
    expect(await focused()).toBe(await page.locator('#rows th a').nth(1).innerText());
    const before = await page.locator('#rows tr').count();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe(await page.locator('#rows th a').nth(before).innerText());
    const shown = await page.locator('#rows tr').count();
    await page.locator('#more').scrollIntoViewIfNeeded();
    await expect.poll(() => page.locator('#rows tr').count(), patience).toBeGreaterThan(shown);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
  });

  test.each([
    ['light on a desktop', { ...desktop, colorScheme: 'light' }],
    ['dark on a desktop', { ...desktop, colorScheme: 'dark' }],
    ['light on a phone', { ...phone, colorScheme: 'light' }],
    ['dark on a phone', { ...phone, colorScheme: 'dark' }],
  ] as const)(
    '%s has no fault of accessibility and no width beyond its own',
    async (_, options) => {
      // Of many rows that are alike a few show all that there is to find.
      const page = await open(`${small}#kind=field`, options);
      expect(await findViolations(page)).toEqual([]);
      await page.locator('#rows th a').first().click();
      await page.getByRole('dialog').waitFor();
      // What comes in moves for a moment, half seen through.
      await page.evaluate('Promise.all(document.getAnimations().map(({ finished }) => finished))');
      expect(await findViolations(page)).toEqual([]);
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      expect(width).toBeLessThanOrEqual(options.viewport.width);
    },
  );

  test('is dark or light as the button says', async () => {
    const page = await open(small, { ...desktop, colorScheme: 'dark' });
    const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const dark = await ground();
    await page.getByRole('button', { name: 'Light' }).click();
    expect(await ground()).not.toBe(dark);
    await page.getByRole('button', { name: 'Dark' }).click();
    expect(await ground()).toBe(dark);
  });

  test('prints all that needs a person, and nothing to press', async () => {
    const page = await open(small);
    const needs = await page.locator('#state option[value=person]').innerText();
    await page.emulateMedia({ media: 'print' });
    const articles = page.locator('#print article');
    await articles.first().waitFor();
    expect(needs).toBe(`needs manual action (${await articles.count()})`);
    expect(await page.locator('button:visible, input:visible').count()).toBe(0);
    await page.emulateMedia({ media: 'screen' });
    await articles.first().waitFor({ state: 'detached' });
  });

  test('shows what it comes to without a script, and where the rest can be read', async () => {
    const page = await open(small, { ...desktop, javaScriptEnabled: false });
    await page.getByText('differences in').first().waitFor();
    await page.getByText('need JavaScript').waitFor();
    expect(await page.locator('svg').count()).toBeGreaterThan(3);
    expect(await page.locator('#search:visible').count()).toBe(0);
  });

  test('leads from a group of equal changes to its accounts', async () => {
    const page = await open(await write('grouped', makeFleetPlan(400), madeSample));
    const link = page.locator('.changes a').last();
    const [, number, size] = /^Group (\d+): (\d+) accounts/.exec(await link.innerText()) ?? [];
    await link.click();
    expect(new URL(page.url()).hash).toBe(`#group=${number}`);
    await expect.poll(() => readCount(page), patience).toBe(`${size} of 400 accounts`);
    expect(await page.locator('#group').inputValue()).toBe(number);
    expect(await findViolations(page)).toEqual([]);
  });

  test('shows a plan with its operations in their order', async () => {
    const page = await open(await write('plan', makeFleetPlan(100), madeSample));
    await page.selectOption('#state', 'destroys');
    await page.locator('#rows th a').first().click();
    const steps = page.getByRole('dialog').locator('ol.blocks li');
    await steps.nth(2).waitFor();
    expect(await steps.count()).toBe(3);
    expect(await findViolations(page)).toEqual([]);
  });

  test('shows hostile names and values as what they are, and does nothing that they say', async () => {
    const page = await open(await write('hostile', makeHostileReport(), madeSample));
    const title = await page.title();
    const links = page.locator('#rows th a');
    expect(await links.count()).toBe(hostileTexts.length);
    for (let index = 0; index < hostileTexts.length; index += 1) {
      await links.nth(index).click();
      await page.getByRole('dialog').locator('.part').first().waitFor();
      await page.keyboard.press('Escape');
    }
    expect(await page.title()).toBe(title);
    expect(await page.locator('img, script:not([id=data]):not(:last-child)').count()).toBe(0);
    expect(await page.evaluate('({}).polluted')).toBeUndefined();
  });
});
