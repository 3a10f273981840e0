import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { splitWords } from '../docs/read-commands.ts';
import { readText } from '../docs/read-pages.ts';
import { refuseWords } from '../docs/refuse-words.ts';
import { findInvented } from './find-invented.ts';
import { parsePromql } from './parse-promql.ts';
import { scrapeReplica } from './scrape-replica.ts';

type Alert = {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: {
    readonly summary: string;
    readonly action: string;
    readonly page: string;
  };
};

const file: {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Alert[] }[];
} = parse(await readText('deploy/prometheus/alerts.yaml'), { strict: true });
const alerts = file.groups.flatMap(({ rules }) => rules);

it('has few alerts, each with a name, a severity, a summary, an action and a page', () => {
  expect(alerts.length).toBeLessThan(10);
  expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
  for (const { alert, expr, for: time = '1m', labels, annotations, ...rest } of alerts) {
    expect(alert).toMatch(/^Cyclectl[A-Za-z]+$/);
    expect(expr, alert).not.toBe('');
    expect(time, alert).toMatch(/^\d+[mh]$/);
    expect(Object.keys(labels), alert).toEqual(['severity']);
    expect(['critical', 'warning', 'info'], alert).toContain(labels.severity);
    expect(Object.keys(annotations), alert).toEqual(['summary', 'action', 'page']);
    expect(rest, alert).toEqual({});
  }
});

it('names only metrics and paths that a replica has, and commands that the program takes', async () => {
  const { replica, scraped } = await scrapeReplica();
  const selectors = alerts.flatMap(({ expr }) => parsePromql(expr));
  expect(selectors.length).toBeGreaterThan(alerts.length);
  expect(selectors.flatMap((each) => findInvented(scraped, each) ?? [])).toEqual([]);
  for (const { alert, annotations } of alerts) {
    const codes = [...annotations.action.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
    expect(codes.length, alert).toBeGreaterThan(0);
    for (const code of codes) {
      const [, path] = /^(?:curl http:\/\/REPLICA:8080)?(\/\w+)$/.exec(code) ?? [];
      if (path !== undefined) expect((await replica.get(path)).status, code).toBe(200);
      else if (code.startsWith('cyclectl '))
        expect(await refuseWords(splitWords(code).slice(1)), code).toBeNull();
      else if (code.startsWith('cyclectl_')) expect([...scraped.keys()]).toContain(code);
      else expect(await isLogged(code), code).toBe(true);
    }
  }
});

/** True of an event of the log, as the source has it. */
async function isLogged(event: string): Promise<boolean> {
  const files = ['replica.ts', 'follow/report-followed.ts'];
  const texts = files.map((file) => readText(`src/features/controller/${file}`));
  const source = (await Promise.all(texts)).join('\n');
  const [, state = ''] = /^account-(.+)$/.exec(event) ?? [];
  const states = await readText('src/model/state/shared/watch.ts');
  return source.includes(`event: '${event}'`) || states.includes(`'${state}'`);
}

it('has a table of all metrics in the guide, with their types, labels and meanings', async () => {
  const { scraped } = await scrapeReplica();
  const guide = await readText('docs/guides/watch-a-controller.md');
  const rows = [
    ...guide.matchAll(/^\| `(cyclectl_\w+)` \| (\w+) \| (.*?) ?\| (.+) \| (?:all|a replica) \|$/gm),
  ];
  const listed = rows.map(([, name = '', type, labels = '', help]) => [
    name,
    { type, labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label), help },
  ]);
  const own = [...scraped].filter(([name]) => name.startsWith('cyclectl_'));
  const found = own.map(([name, { type, samples, help }]) => {
    const names = [...samples.keys()].flatMap((key) =>
      [...key.matchAll(/[{,](\w+)="/g)].map(([, label]) => label),
    );
    const labels = [...new Set(names)].filter((label) => label !== 'le').sort();
    return [name, { type, labels, help }];
  });
  expect(listed).toEqual(found.sort(([one], [other]) => (String(one) < String(other) ? -1 : 1)));
});

it('has a section of the guide for each alert, which names it', async () => {
  for (const { alert, annotations } of alerts) {
    const [path = '', anchor = ''] = annotations.page.split('#');
    const sections = (await readText(path)).split(/^### /m).slice(1);
    const section = sections.find(
      (each) => each.split('\n', 1)[0]?.toLowerCase().replaceAll(' ', '-') === anchor,
    );
    expect(section, annotations.page).toContain(`\`${alert}\``);
  }
});
