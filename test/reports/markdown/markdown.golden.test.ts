import { describe, expect, it } from 'vitest';
import { toAccountAddress, toCycleAddress, toFieldPath } from '../../../src/model/address.ts';
import type { Diagnostic } from '../../../src/model/diagnostic/diagnostic.ts';
import type { Change } from '../../../src/model/plan/change.ts';
import type { Notice } from '../../../src/model/plan/notice.ts';
import type { DriftItem } from '../../../src/model/plan/plan.ts';
import type { DriftAccount, PlannedAccount } from '../../../src/model/report/report.ts';
import type { Report } from '../../../src/model/report/report-document.ts';
import { readGolden } from '../../golden/read-golden.ts';
import { broken, fail, leftPaused, stale, stopped, waiting } from '../samples/outcomes.ts';
import { reportApply, reportDrift, reportPlan } from '../samples/read-text.ts';
import {
  at,
  became,
  changeField,
  contacts,
  crm,
  drifted,
  mailer,
  operation,
  plain,
  planned,
  secret,
  secretFrom,
  unknown,
  update,
} from '../samples/samples.ts';
import { readMarkdown } from './read-markdown.ts';

const target = {
  environment: 'production',
  service: 'remote',
  address: 'https://api.integration.example',
} as const;

const orders = toCycleAddress('northwind', 'orders-to-files');

const notices: readonly Notice[] = [
  { kind: 'waits', address: mailer, name: 'mailer', user: 'it@northwind.example', at: at(9, 5) },
  { kind: 'protection', address: crm, isProtected: true },
  { kind: 'foreign', object: 'cycle', name: 'Old <b>newsletter</b> @all' },
];

const changes: readonly Change[] = [
  update(toAccountAddress('northwind'), [
    changeField(['timezone'], [plain('Europe/Berlin'), plain('Europe/Paris')]),
  ]),
  update(
    contacts,
    [
      changeField(
        ['steps', 'Add subscriber', 'fields', 'Status'],
        [
          plain({ kind: 'value', value: 'subscribed' }),
          plain({ kind: 'value', value: 'a | `b` </details>' }),
        ],
        { moved: 'both' },
      ),
      changeField(['properties', 'token'], [secret, secretFrom('$NORTHWIND_TOKEN')]),
    ],
    {
      impact: 'interrupts',
      reasons: ['runs every 15m, 2 running now', 'waits for the 2, edits, starts it again'],
    },
  ),
  {
    address: orders,
    kind: 'cycle',
    name: 'Orders to files',
    verb: 'replace',
    impact: 'replaces',
    origin: 'Orders to Files 2',
    reasons: ['its history and webhook addresses are lost'],
    fields: [],
    webhooks: ['Order placed'],
    remoteId: 'id',
    at: at(40, 5),
  },
  {
    address: toCycleAddress('northwind', 'new-orders'),
    kind: 'cycle',
    name: 'New orders',
    verb: 'create',
    impact: 'in-place',
    origin: 'Orders in',
    reasons: ['runs every 1h'],
    fields: [changeField(['variables', 'region'], [unknown, plain('eu')], { moved: 'new' })],
    at: at(52, 5),
  },
  {
    address: toCycleAddress('northwind', 'legacy'),
    kind: 'cycle',
    name: 'Legacy',
    verb: 'delete',
    impact: 'destroys',
    reasons: ['its entry is gone from Git'],
    remoteId: 'id',
    at: null,
  },
];

const unplanned: PlannedAccount = {
  kind: 'unplanned',
  account: 'contoso',
  isUnread: true,
  diagnostics: [fail('unread', 'connectors could not be read', '503 on GET /account/connectors')],
};

describe('A plan in Markdown', () => {
  it('says first what a person must look at, then each account, then what to do', async () => {
    const accounts = [unplanned, inAccount('northwind', changes, notices), retimed('wingtip')];
    await expectGolden('plan', reportPlan(accounts, { target, maxDeletes: 1 }));
  });

  it('says in one line that there is nothing to do', async () => {
    await expectGolden('plan-nothing', reportPlan([planned([]), planned([])], { target }));
  });

  it('says that apply would refuse it, and why', async () => {
    const report = reportPlan([inAccount('northwind', changes)], {
      target,
      next: { kind: 'refused' },
    });
    const diagnostics: Diagnostic[] = [
      fail('too-many-deletes', 'the plan deletes or replaces 2 objects, and 0 are allowed'),
    ];
    await expectGolden('plan-refused', { ...report, run: { ...report.run, diagnostics } });
  });

  it('folds the least important of a fleet without an equal change, and says what is not shown', async () => {
    const accounts = Array.from({ length: 2000 }, (_, index) => {
      const name = `customer-${String(index).padStart(4, '0')}`;
      return index % 500 === 7
        ? inAccount(name, changes, notices)
        : inAccount(name, [resized(name, index)], notices.slice(1));
    });
    const text = await readMarkdown(reportPlan(accounts, { target }));
    expect(text.length).toBeGreaterThan(60_000);
    const lines = text.split('\n');
    const rows = lines.filter((line) => /^\| `customer-/.test(line));
    const shown = rows.length > 10 ? new Set([...rows.slice(0, 6), ...rows.slice(-2)]) : null;
    const short = lines.filter((line) => !rows.includes(line) || shown?.has(line) !== false);
    await expectText('plan-fleet', short.join('\n'));
  });
});

describe('Drift in Markdown', () => {
  it('says what is gone before what differs', async () => {
    const items = [
      drifted(['timezone'], [plain('Europe/Berlin'), plain('Europe/London')], {
        moved: 'both',
        wanted: plain('Europe/Paris'),
      }),
      drifted(['auth'], [secret, secret], { address: crm, wanted: secretFrom('$KEY') }),
      drifted(['auth'], [secret, plain(null)], { address: mailer, kind: 'authentication-lost' }),
      drifted(['state'], [plain('active'), plain('paused')], { address: orders, kind: 'stopped' }),
      drifted([], [unknown, unknown], { address: contacts, kind: 'gone', path: null }),
    ];
    const accounts: DriftAccount[] = [
      {
        kind: 'unread',
        account: 'contoso',
        at: at(4, 9),
        diagnostics: [fail('unread', 'connectors could not be read')],
      },
      asRead('fabrikam', [drifted(['timezone'], [plain('UTC'), plain('Asia/Kolkata')])]),
      asRead('northwind', items, notices),
    ];
    await expectGolden('drift', inProduction(reportDrift(accounts)));
  });

  it('says in one line that there is none', async () => {
    await expectGolden('drift-none', inProduction(reportDrift([asRead('northwind', [])])));
  });
});

describe('An apply in Markdown', () => {
  it('says in one line what was done, and of each account how much', async () => {
    const done = became(operation(crm, 'installs Sample CRM'), 'done');
    const outcomes = ['contoso', 'northwind'].map((account) => ({
      account,
      outcomes: [done, became(operation(contacts, 'installs the template'), 'done')],
      diagnostics: [],
    }));
    await expectGolden('apply-done', inProduction(reportApply(outcomes)));
  });

  it('says first which cycles were left paused, then what failed, then who is waited for', async () => {
    const outcomes = [
      waiting('contoso'),
      broken('fabrikam'),
      stopped('litware'),
      leftPaused('northwind'),
      stale('wingtip'),
    ];
    await expectGolden('apply-failed', inProduction(reportApply(outcomes)));
  });
});

describe('What has no plan in Markdown', () => {
  it('says of manifests what is wrong and where', async () => {
    const wrong: Diagnostic = {
      ...fail('wrong-type', 'retention must be a number, and is the text "`7` | <b>"'),
      at: at(12, 16),
      remedy: 'Write hours, such as 168.',
    };
    const warning: Diagnostic = { ...wrong, severity: 'warning', at: at(14, 3) };
    const run = { accounts: 2, diagnostics: [] };
    const accounts = () => [
      { account: 'contoso', at: at(3, 3), diagnostics: [] },
      { account: 'northwind', at: at(3, 3), diagnostics: [warning, wrong] },
    ];
    await expectGolden('validate', { kind: 'validate', run, accounts });
    await expectGolden('validate-fine', {
      kind: 'validate',
      run,
      accounts: () => accounts().slice(0, 1),
    });
  });

  it('says of a command that was refused how it ended, and why', async () => {
    const run = {
      command: 'plan',
      environment: 'production',
      exit: { code: 1, means: 'a mistake of ours or of the world' },
      diagnostics: [fail('cannot-run', 'cyclectl.yaml is not there')],
    };
    await expectGolden('refused', { kind: 'refused', run, accounts: () => [] });
  });
});

function inAccount(
  account: string,
  list: readonly Change[],
  reported: readonly Notice[] = [],
): PlannedAccount {
  const made = planned(list, reported);
  return made.kind === 'planned' ? { ...made, plan: { ...made.plan, account } } : made;
}

function retimed(account: string): PlannedAccount {
  const change = changeField(['timezone'], [plain('UTC'), plain('Asia/Kolkata')], {
    moved: 'live',
    path: toFieldPath('timezone'),
  });
  return inAccount(account, [update(toAccountAddress(account), [change])]);
}

/** A change that no other account has. */
function resized(account: string, index: number): Change {
  const field = changeField(['state'], [plain('active'), plain('paused')]);
  return update(toCycleAddress(account, `sync-${index}`), [field]);
}

function asRead(
  account: string,
  items: readonly DriftItem[],
  reported: readonly Notice[] = [],
): DriftAccount {
  return {
    kind: 'read',
    account,
    at: at(4, 9),
    objects: [],
    manifestMoved: 0,
    notOffered: [],
    notReadable: 0,
    isApplied: true,
    notices: reported,
    ignored: [],
    items,
  };
}

function inProduction<Made extends Report & { readonly run: { readonly target: unknown } }>(
  report: Made,
): Made {
  return { ...report, run: { ...report.run, target } };
}

async function expectGolden(name: string, report: Report): Promise<void> {
  await expectText(name, await readMarkdown(report));
}

async function expectText(name: string, text: string): Promise<void> {
  expect(text).toBe(await readGolden(`markdown/${name}.md`, text));
}
