import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stdout } from 'node:process';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { formatReportHtml } from '../src/reports/html/format-report-html.ts';
import { openBrowser } from '../test/emulator/support/open-browser.ts';
import { madeSample, makeFleetDrift } from '../test/reports/html/sample-fleet.ts';
import { median } from './median.ts';

// `npm run bench:page`: how fast a browser shows the report of a fleet, and filters it. README.md beside this file
// says what each figure means.

const { values } = parseArgs({
  options: {
    accounts: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '9' },
  },
});
const accounts = Number(values.accounts);
const rounds = Number(values.rounds);
if (!Number.isInteger(accounts) || !Number.isInteger(rounds) || accounts < 1 || rounds < 1) {
  throw new Error('--accounts and --rounds take whole numbers from 1.');
}

/** Typed into the search, and what is chosen: from the first letter on to what finds nothing. */
const searches = ['l', 'lit', 'litware asia', 'nightly-export', 'nobody has this', ''];
const choices = ['field', 'gone', 'clean', ''];

const folder = await mkdtemp(join(tmpdir(), 'cyclectl-bench-'));
const browser = await openBrowser();
try {
  const file = join(folder, 'report.html');
  const begunMs = performance.now();
  const report = makeFleetDrift(accounts);
  await pipeline(formatReportHtml(report, madeSample), createWriteStream(file));
  const writeMs = performance.now() - begunMs;
  const { size } = await stat(file);
  const url = pathToFileURL(file).href;
  const all: readonly PageRound[] = await measureAll(browser, url);
  const filters = all.flatMap(({ filterMs }) => filterMs);
  const lines = [
    `${accounts} accounts, ${(size / 1e6).toFixed(1)} MB, written in ${writeMs.toFixed(0)} ms`,
    `load   ${median(all.map(({ loadMs }) => loadMs)).toFixed(0)} ms (target 2000)`,
    `filter ${median(filters).toFixed(0)} ms, ${Math.max(...filters).toFixed(0)} at most (target 100)`,
  ];
  stdout.write(`${lines.join('\n')}\n`);
} finally {
  await browser.close();
  await rm(folder, { recursive: true });
}

/** One load of the page, and each filter of it once. */
type PageRound = { readonly loadMs: number; readonly filterMs: readonly number[] };

async function measureAll(browser: Browser, url: string): Promise<readonly PageRound[]> {
  const all: PageRound[] = [];
  for (let round = -1; round < rounds; round += 1) {
    const one = await measureRound(browser, url);
    // The first one fills caches.
    if (round >= 0) all.push(one);
  }
  return all;
}

async function measureRound(browser: Browser, url: string): Promise<PageRound> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.goto(url);
  // The script of the page runs before this event, so that the list is there after it.
  const loadMs = await page.evaluate<number>(
    "performance.getEntriesByType('navigation')[0].loadEventEnd",
  );
  const filterMs: number[] = [];
  for (const text of searches) {
    filterMs.push(await page.evaluate<number>(timeInput('search', 'input', text)));
  }
  for (const kind of choices) {
    filterMs.push(await page.evaluate<number>(timeInput('kind', 'change', kind)));
  }
  await context.close();
  return { loadMs, filterMs };
}

/** From the event until the frame that shows what it came to is laid out. */
function timeInput(id: string, event: string, value: string): string {
  return `(() => {
    const input = document.getElementById(${JSON.stringify(id)});
    input.value = ${JSON.stringify(value)};
    const begunMs = performance.now();
    input.dispatchEvent(new Event(${JSON.stringify(event)}));
    document.getElementById('table').getBoundingClientRect();
    return performance.now() - begunMs;
  })()`;
}
