import type { Scraped } from '../features/controller/read-metrics.ts';
import type { Selector } from './parse-promql.ts';

/** Labels that Prometheus itself adds to what it scrapes. */
const ofTarget = ['job', 'instance'];

/** What a selector names that no scrape has: a metric, a label or a value; null where all is there. */
export function findInvented(
  scraped: ReadonlyMap<string, Scraped>,
  { metric, matchers, hasRange }: Selector,
): string | null {
  const [, base = metric, suffix = ''] = /^(.+?)(_bucket|_sum|_count)?$/.exec(metric) ?? [];
  const found = scraped.get(metric) ?? scraped.get(base);
  if (found === undefined) return `no metric ${metric}`;
  if ((found.type === 'histogram') !== (suffix !== '')) return `${metric} is a ${found.type}`;
  if (hasRange && found.type === 'gauge') return `${metric} is a gauge`;
  if (!hasRange && found.type !== 'gauge') return `${metric} only grows`;
  const keys = [...found.samples.keys()];
  for (const { label, is, value } of matchers) {
    if (ofTarget.includes(label)) continue;
    const values = keys.flatMap((key) => new RegExp(`[{,]${label}="([^"]*)"`).exec(key)?.[1] ?? []);
    if (values.length === 0) return `${metric} has no label ${label}`;
    const wanted = is.endsWith('~') ? value.split('|') : [value];
    const missing = wanted.filter((each) => !values.includes(each));
    if (is.startsWith('=') && missing.length > 0) return `${metric} has no ${label}="${missing}"`;
  }
  return null;
}
