import { expect, it } from 'vitest';
import { readText } from '../docs/read-pages.ts';
import { findInvented } from './find-invented.ts';
import { parsePromql } from './parse-promql.ts';
import { scrapeReplica } from './scrape-replica.ts';

type Panel = {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly gridPos: Readonly<Record<'x' | 'y' | 'w' | 'h', number>>;
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
};

const dashboard: {
  readonly panels: readonly Panel[];
  readonly templating: {
    readonly list: readonly { readonly name: string; readonly query: string }[];
  };
} = JSON.parse(await readText('deploy/grafana/dashboard.json'));

it('has panels with a title, a sentence and a place of their own', () => {
  const { panels } = dashboard;
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const taken = new Set<string>();
  for (const { title, description, gridPos, targets } of panels) {
    expect(title).not.toBe('');
    expect(description, title).toMatch(/\.$/);
    expect(targets.length, title).toBeGreaterThan(0);
    const { x, y, w, h } = gridPos;
    expect(x + w, title).toBeLessThanOrEqual(24);
    for (let cell = 0; cell < w * h; cell += 1) {
      const place = `${x + (cell % w)}:${y + Math.floor(cell / w)}`;
      expect(taken.has(place), `${title} at ${place}`).toBe(false);
      taken.add(place);
    }
  }
});

it('shows the metrics that a replica has and no other, of the controller that is selected', async () => {
  const { scraped } = await scrapeReplica();
  const selectors = dashboard.panels.flatMap(({ targets }) =>
    targets.flatMap(({ expr }) => parsePromql(expr)),
  );
  expect(selectors.flatMap((each) => findInvented(scraped, each) ?? [])).toEqual([]);
  for (const { metric, matchers } of selectors)
    expect(matchers, metric).toContainEqual({ label: 'job', is: '=', value: '$job' });
  const [source, job] = dashboard.templating.list;
  expect(source?.query).toBe('prometheus');
  expect(job?.query).toBe('label_values(cyclectl_ready, job)');
  const shown = JSON.stringify(dashboard);
  const own = [...scraped.keys()].filter((name) => name.startsWith('cyclectl_'));
  // Alerts use these alone, or their counterpart is shown.
  const others =
    /^cyclectl_(?:leases|manifests_refused_total|ref_unfollowed_total|sweep_\w+_seconds)$/;
  expect(own.filter((name) => !shown.includes(name) && !others.test(name))).toEqual([]);
});
