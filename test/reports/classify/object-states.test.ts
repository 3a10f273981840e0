import { expect, it } from 'vitest';
import type { Change } from '../../../src/model/plan/change.ts';
import type { DriftItem } from '../../../src/model/plan/plan.ts';
import type { DriftAccount, PlannedAccount } from '../../../src/model/report/report.ts';
import { toDriftRank, toPlanRank } from '../../../src/reports/classify/account-rank.ts';
import { orderChangesByVerb, orderItems } from '../../../src/reports/classify/object-states.ts';
import { formatReportMarkdown } from '../../../src/reports/markdown/format-report-markdown.ts';
import {
  join,
  readDriftText,
  readPlanText,
  reportDrift,
  reportPlan,
} from '../samples/read-text.ts';
import {
  at,
  changeField,
  contacts,
  drifted,
  mailer,
  plain,
  planned,
  update,
} from '../samples/samples.ts';

const value = [plain('Europe/Berlin'), plain('Asia/Tokyo')] as const;
const field = drifted(['timezone'], [...value]);
const gone = drifted([], [plain('1'), plain(null)], {
  kind: 'gone',
  address: contacts,
  path: null,
});
const stopped = { ...gone, kind: 'stopped' } as const;
const signedOut = { ...gone, kind: 'authentication-lost', address: mailer } as const;
const waits = { kind: 'waits', address: mailer, name: 'm', user: 'it', at: at(1, 1) } as const;

function read(account: string, items: readonly DriftItem[], more = {}): DriftAccount {
  return {
    kind: 'read',
    account,
    at: at(1, 1),
    objects: [],
    items,
    manifestMoved: 0,
    isApplied: true,
    notices: [],
    ignored: [],
    notOffered: [],
    notReadable: 0,
    ...more,
  };
}

const diagnostics = [{ code: 'unread', severity: 'error', summary: 'no' }] as const;
const fromWorst: readonly DriftAccount[] = [
  { kind: 'unread', account: 'h', at: at(1, 1), diagnostics },
  read('g', [field, gone]),
  read('f', [signedOut, field]),
  read('e', [stopped]),
  read('d', [{ ...field, moved: 'both' }]),
  read('c', [field], { notices: [waits] }),
  read('b', [field]),
  read('a', [], { manifestMoved: 1 }),
];

it('puts accounts of a drift report in order: what is gone before what is changed', () => {
  const sorted = fromWorst.toReversed().toSorted((a, b) => toDriftRank(a) - toDriftRank(b));
  expect(sorted.map(({ account }) => account)).toEqual([...'hgfedcba']);
  const kinds = orderItems([field, stopped, signedOut, gone]).map(({ kind }) => kind);
  expect(kinds).toEqual(['gone', 'authentication-lost', 'stopped', 'field']);
});

it('has the same order in text and Markdown', async () => {
  const accounts = fromWorst.toReversed();
  const text = await readDriftText(accounts);
  expect([...text.matchAll(/^([a-h]) {2,}/gm)].map(([, name]) => name)).toEqual([...'hgfedcba']);
  expect(text.indexOf('is gone')).toBeLessThan(text.indexOf('Asia/Tokyo'));
  const made = { at: '2026-12-01T06:00:00.000Z', tool: 'cyclectl', commit: null, folder: '' };
  const markdown = await join(formatReportMarkdown(reportDrift(accounts), made));
  const rows = [...markdown.matchAll(/^\| `([a-h])` \|/gm)].map(([, name]) => name);
  expect(rows).toEqual([...'hgfedcba']);
});

it('puts accounts of a plan in order: what is deleted before what is changed', async () => {
  const remove = { ...update(contacts, []), verb: 'delete', remoteId: '1' } as const;
  const change = update(mailer, [changeField(['timezone'], [...value])]);
  const name = (account: string, changes: readonly Change[]): PlannedAccount => {
    const each = planned(changes);
    return each.kind === 'planned' ? { ...each, plan: { ...each.plan, account } } : each;
  };
  const accounts = [name('a', [change]), name('b', [change, remove])];
  expect(accounts.map(toPlanRank).toSorted((a, b) => a - b)).toEqual(
    accounts.toReversed().map(toPlanRank),
  );
  expect(orderChangesByVerb([change, remove])).toEqual([remove, change]);
  const text = await readPlanText(accounts);
  expect([...text.matchAll(/^([ab]) {2,}/gm)].map(([, each]) => each)).toEqual(['b', 'a']);
  const made = { at: '2026-12-01T06:00:00.000Z', tool: 'cyclectl', commit: null, folder: '' };
  const markdown = await join(formatReportMarkdown(reportPlan(accounts), made));
  expect([...markdown.matchAll(/^\| `([ab])` \|/gm)].map(([, each]) => each)).toEqual(['b', 'a']);
});
