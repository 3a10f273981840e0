import { describe, expect, it } from 'vitest';
import { toAccountAddress, toConnectorAddress, toCycleAddress } from '../../src/model/address.ts';
import type { Notice } from '../../src/model/plan/notice.ts';
import type { DriftItem } from '../../src/model/plan/plan.ts';
import type { DriftAccount, PlannedAccount } from '../../src/model/report/report.ts';
import { formatReportJson } from '../../src/reports/json/format-document.ts';
import { readGolden } from '../golden/read-golden.ts';
import { readPage } from './html/read-page.ts';
import { readMarkdown } from './markdown/read-markdown.ts';
import { broken, fail, leftPaused, stale } from './samples/outcomes.ts';
import {
  findWideLines,
  join,
  made,
  readApplyText,
  readDriftText,
  readPlanText,
  reportDrift,
  reportPlan,
} from './samples/read-text.ts';
import {
  at,
  changeField,
  drifted,
  plain,
  planned,
  secretFrom,
  unknown,
  update,
} from './samples/samples.ts';

// Reports of a fleet, whole: equal changes once, outliers and what needs a person before them.

function nameAccount(index: number): string {
  return `north-${String(index + 1).padStart(2, '0')}`;
}

function list<T>(count: number, make: (name: string, index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(nameAccount(index), index));
}

const fleet = list(40, (name, index): PlannedAccount => {
  if (index === 20 || index === 21) {
    const diagnostics = [fail('unread', 'connectors could not be read', '503 on GET /connectors')];
    return { kind: 'unplanned', account: name, isUnread: true, diagnostics };
  }
  const running = index % 4;
  const now = running === 0 ? 'none running now' : `${running} running now`;
  const cycle = update(
    toCycleAddress(name, 'nightly'),
    [changeField(['schedule'], [plain('15m'), plain(index === 6 ? '5s' : '30m')])],
    {
      impact: 'interrupts',
      reasons: [
        `runs every 15m, ${now}`,
        `${running === 0 ? 'pauses it' : `waits for the ${running}`}, edits, then starts it again`,
      ],
    },
  );
  const connector = update(toConnectorAddress(name, 'crm'), [
    changeField(['properties', 'url'], [plain(null), plain(`https://${name}.crm.example`)]),
    changeField(['properties', 'tenant'], [plain(null), plain(`T-${index * 7919}`)]),
    changeField(
      ['auth'],
      [secretFrom('$OLD'), secretFrom(`$${name.toUpperCase().replace('-', '_')}_KEY`)],
    ),
  ]);
  const lost =
    index === 3 || index === 30
      ? [
          {
            ...update(toCycleAddress(name, 'legacy'), []),
            verb: 'delete' as const,
            impact: 'destroys' as const,
            reasons: ['its entry is gone from Git'],
            remoteId: 'id',
          },
        ]
      : [];
  const notices: readonly Notice[] =
    index < 15
      ? [
          {
            kind: 'waits',
            address: toConnectorAddress(name, 'mailer'),
            name: 'mailer',
            user: `it@${name}.example`,
            at: at(9, 5),
          },
        ]
      : [];
  const { plan } = planned([cycle, connector, ...lost], notices) as Extract<
    PlannedAccount,
    { kind: 'planned' }
  >;
  return { kind: 'planned', plan: { ...plan, account: name } };
});

const moved = list(30, (name, index): DriftAccount => {
  if (index === 11)
    return {
      kind: 'unread',
      account: name,
      at: at(4, 9),
      diagnostics: [fail('unread', 'cycles could not be read')],
    };
  const zone = drifted(['timezone'], [plain('Europe/Berlin'), plain('Europe/London')], {
    address: toAccountAddress(name),
  });
  const nightly = toCycleAddress(name, 'nightly');
  const items: readonly DriftItem[] = [
    ...(index < 25 ? [{ ...zone, since: `2026-11-${10 + (index % 9)}T05:00:00.000Z` }] : []),
    ...(index === 4
      ? [drifted([], [unknown, unknown], { address: nightly, kind: 'gone', path: null })]
      : []),
    ...(index > 20 && index < 29
      ? [
          drifted(['state'], [plain('active'), plain('paused')], {
            address: nightly,
            kind: 'stopped',
            impact: 'interrupts',
          }),
        ]
      : []),
  ];
  const shown = { notices: [], ignored: [], notOffered: [], notReadable: 0, manifestMoved: 0 };
  return {
    kind: 'read',
    account: name,
    at: at(4, 9),
    objects: [],
    isApplied: true,
    items,
    ...shown,
  };
});

describe('a report of many accounts by change', () => {
  it('has 40 lines of text and 20 kB of Markdown at most for one line that changes 5,000 accounts', async () => {
    const accounts = list(5000, (name, index): PlannedAccount => {
      const running = index % 7;
      const reasons = [`runs every 15m, ${running} running now`, 'edits, then starts it again'];
      const field = changeField(['schedule'], [plain('15m'), plain('30m')]);
      const cycle = update(toCycleAddress(name, 'nightly'), [field], {
        impact: 'interrupts',
        reasons,
      });
      const { plan } = planned([cycle]) as Extract<PlannedAccount, { kind: 'planned' }>;
      return { kind: 'planned', plan: { ...plan, account: name } };
    });
    const text = await readPlanText(accounts);
    expect(text).toContain('Group 1: 5000 accounts (north-01, north-02, and 4998 more)');
    expect(text.split('\n').length).toBeLessThanOrEqual(40);
    const markdown = await readMarkdown(reportPlan(accounts));
    expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(20_000);
    expect(markdown.split('\n').length).toBeLessThanOrEqual(40);
  });

  it('is a plan that a person reads on one screen', async () => {
    const text = await readPlanText(fleet);
    expect(findWideLines(text)).toEqual([]);
    await expectGolden('plan/by-change.txt', text);
    await expectGolden('markdown/plan-by-change.md', await readMarkdown(reportPlan(fleet)));
  });

  it('is drift, where it does not matter since when', async () => {
    const text = await readDriftText(moved);
    expect(findWideLines(text)).toEqual([]);
    await expectGolden('drift/by-change.txt', text);
    await expectGolden('markdown/drift-by-change.md', await readMarkdown(reportDrift(moved)));
  });

  it('is an apply that failed in many accounts for one reason', async () => {
    const outcomes = list(20, (name, index) =>
      index === 5 ? leftPaused(name) : index < 8 ? stale(name) : broken(name),
    );
    const text = await readApplyText(outcomes);
    expect(findWideLines(text)).toEqual([]);
    await expectGolden('apply/by-change.txt', text);
  });

  it('is data with the lines of each group, before the accounts', async () => {
    const document = JSON.parse(await join(formatReportJson(reportPlan(fleet), made)));
    expect(Object.keys(document)).toEqual(['format', 'kind', 'made', 'run', 'groups', 'accounts']);
    await expectGolden('plan/by-change.json', `${JSON.stringify(document.groups, null, 2)}\n`);
  });

  it('is a page in which each group leads to its accounts', async () => {
    const { markup, data } = await readPage(reportPlan(fleet), made);
    const numbers = [...markup.matchAll(/href="#group=(\d+)">Group (\d+): (?:(\d+) accounts )?/g)];
    expect(numbers.length).toBeGreaterThan(3);
    for (const [, link, number, count = '1'] of numbers) {
      expect(link).toBe(number);
      const members = data.accounts.filter(({ groups = [] }) => groups.includes(Number(number)));
      expect(members).toHaveLength(Number(count));
    }
  });
});

async function expectGolden(name: string, text: string): Promise<void> {
  expect(text).toBe(await readGolden(name, text));
}
