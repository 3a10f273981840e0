import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toConnectorAddress, toCycleAddress } from '../../../../src/model/address.ts';
import type { Change, FieldChange } from '../../../../src/model/plan/change.ts';
import type { Notice } from '../../../../src/model/plan/notice.ts';
import type { PlannedAccount } from '../../../../src/model/report/report.ts';
import type { AccountBlocks } from '../../../../src/reports/blocks/accounts/account-blocks.ts';
import { makePlanBlocks } from '../../../../src/reports/blocks/accounts/make-plan-blocks.ts';
import { findChangeGroups } from '../../../../src/reports/blocks/groups/change-groups.ts';
import {
  describeGroup,
  selectShownGroups,
} from '../../../../src/reports/blocks/groups/describe-group.ts';
import { formatPhrase } from '../../../../src/reports/blocks/phrase.ts';
import { formatChangeGroup } from '../../../../src/reports/text/format-change-groups.ts';
import { plainPaint } from '../../../../src/reports/text/paint.ts';
import { countRuns } from '../../../faults/share.ts';
import { anyPlannedAccount } from '../../samples/any-report.ts';
import {
  at,
  changeField,
  plain,
  planned,
  secretFrom,
  unknown,
  update,
} from '../../samples/samples.ts';

const context = { environment: 'local' };
type Make = (
  name: string,
  index: number,
) => { changes: readonly Change[]; notices?: readonly Notice[] };

/** Accounts north-001 to north-NNN of a plan. */
function makeAccounts(count: number, make: Make): readonly AccountBlocks[] {
  return Array.from({ length: count }, (_, index) => {
    const name = `north-${String(index + 1).padStart(3, '0')}`;
    const { changes, notices = [] } = make(name, index);
    return toBlocks(name, planned(changes, notices));
  });
}

function toBlocks(account: string, made: PlannedAccount): AccountBlocks {
  if (made.kind === 'unplanned') return makePlanBlocks({ ...made, account }, context);
  return makePlanBlocks({ ...made, plan: { ...made.plan, account } }, context);
}

/** The groups as a person reads them, without the margin of their lines. */
async function readGroups(accounts: readonly AccountBlocks[]): Promise<readonly string[]> {
  const changes = await findChangeGroups(() => accounts);
  return (changes?.groups ?? []).map((group) => formatChangeGroup(group, plainPaint));
}

function change(account: string, fields: readonly FieldChange[], more = {}): Change {
  return update(toCycleAddress(account, 'nightly'), fields, more);
}

function reschedule(account: string, after = '30m'): Change {
  return change(account, [
    changeField(['schedule'], [plain('15m'), plain(after)], { at: at(12, 5) }),
  ]);
}

function setHost(account: string, host: string): Change {
  const field = changeField(['properties', 'host'], [plain(null), plain(host)]);
  return update(toConnectorAddress(account, 'crm'), [field]);
}

describe('a report by change', () => {
  it('shows few accounts each by itself, and many that have nothing in common', async () => {
    expect(
      await findChangeGroups(() => makeAccounts(10, (name) => ({ changes: [reschedule(name)] }))),
    ).toBeNull();
    const different = makeAccounts(12, (name, index) => ({
      changes: [
        update(toCycleAddress(name, `cycle-${index}`), [
          changeField(['state'], [plain('a'), plain('b')]),
        ]),
      ],
    }));
    expect(await findChangeGroups(() => different)).toBeNull();
  });

  it('shows an equal change once, after the one that differs', async () => {
    const groups = await readGroups(
      makeAccounts(225, (name, index) => ({
        changes: [reschedule(name, index === 6 ? '5s' : '30m')],
      })),
    );
    expect(groups).toEqual([
      'Group 1: north-007\n' +
        '  ~ cycles/nightly\n' +
        '      ~ schedule                            "15m" → "5s"\n' +
        '          changed in Git           accounts/northwind.yaml:12:5',
      'Group 2: 224 accounts (north-001, north-002, and 222 more)\n' +
        '  ~ cycles/nightly\n' +
        '      ~ schedule                            "15m" → "30m"\n' +
        '          changed in Git           accounts/northwind.yaml:12:5',
    ]);
  });

  it('puts the changes of the same accounts together, and orders groups by impact', async () => {
    const lost = { code: 'unread', severity: 'error', summary: 'could not be read' } as const;
    const accounts = [
      ...makeAccounts(20, (name, index) => ({
        changes: [
          reschedule(name),
          setHost(name, 'crm.example'),
          ...(index < 3
            ? [
                change(name, [], {
                  verb: 'delete',
                  impact: 'destroys',
                  reasons: ['its entry is gone'],
                }),
              ]
            : []),
        ],
      })),
      ...['south-1', 'south-2'].map((account) =>
        toBlocks(account, { kind: 'unplanned', account, isUnread: true, diagnostics: [lost] }),
      ),
    ];
    const changes = await findChangeGroups(() => accounts);
    const titles = changes?.groups.map((group) => `${formatPhrase(describeGroup(group))}`);
    expect(titles).toEqual([
      'Group 1: 2 accounts NOT PLANNED (south-1, south-2)',
      'Group 2: 3 accounts (north-001, north-002, north-003)',
      'Group 3: 20 accounts (north-001, north-002, and 18 more)',
    ]);
    expect(changes?.groups[2]?.blocks).toHaveLength(2);
    expect(changes?.listNumbers(accounts[0] as AccountBlocks)).toEqual([2, 3]);
    expect(changes?.listNumbers(accounts[5] as AccountBlocks)).toEqual([3]);
  });
});

describe('values of an account', () => {
  it('are equal where they are made of its name', async () => {
    const [group = ''] = await readGroups(
      makeAccounts(12, (name) => {
        const token = secretFrom(`$${name.toUpperCase().replaceAll('-', '_')}_TOKEN`);
        const field = changeField(['auth'], [secretFrom('$OLD'), token]);
        return {
          changes: [
            setHost(name, `${name}.crm.example`),
            update(toConnectorAddress(name, 'files'), [field]),
          ],
        };
      }),
    );
    expect(group).toContain('nothing → "*.crm.example"');
    expect(group).toContain('secret changed, from $*_TOKEN');
  });

  it('are put aside where no two accounts agree', async () => {
    const groups = await readGroups(
      makeAccounts(20, (name, index) => ({ changes: [setHost(name, `host-${index}.example`)] })),
    );
    expect(groups).toHaveLength(1);
    expect(groups[0]?.replaceAll(/\s+/g, ' ')).toContain(
      'properties/host differs by account, such as nothing → "host-0.example"',
    );
  });

  it('are outliers where most accounts agree, however many others there are', async () => {
    const groups = await readGroups(
      makeAccounts(60, (name, index) => ({
        changes: [setHost(name, index < 20 ? `host-${index}` : 'crm')],
      })),
    );
    expect(groups).toHaveLength(21);
    expect(groups[20]).toContain('Group 21: 40 accounts');
  });

  it('are counted where they are of new objects', async () => {
    const groups = await readGroups(
      makeAccounts(30, (name, index) => {
        const field = (path: string, value: string) =>
          changeField(['properties', path], [unknown, plain(value)], { moved: 'new' });
        const fields = [
          field('region', index % 3 === 0 ? 'us' : 'eu'),
          field('port', '22'),
          field('tenant', `T-${index * 7919}`),
        ];
        const base = update(toConnectorAddress(name, 'crm'), fields);
        return { changes: [{ ...base, verb: 'create', origin: 'Sample CRM 2.0' } as Change] };
      }),
    );
    expect(groups.map((group) => group.replaceAll(/\s+/g, ' '))).toEqual([
      'Group 1: 30 accounts (north-001, north-002, and 28 more) ' +
        '+ connectors/crm Sample CRM 2.0 port "22" ' +
        '+ properties/region "eu" in 20 accounts, "us" in 10 ' +
        '+ properties/tenant differs by account, such as "T-0"',
    ]);
  });

  it('never are the transactions that run right now', async () => {
    const groups = await readGroups(
      makeAccounts(30, (name, index) => {
        const reasons =
          index < 3
            ? [
                `runs every 15m, ${index + 2} running now`,
                `waits for the ${index + 2}, edits, then starts it again`,
              ]
            : ['runs every 15m, none running now', 'pauses it, edits, then starts it again'];
        const fields = [changeField(['schedule'], [plain('15m'), plain('30m')])];
        return { changes: [change(name, fields, { impact: 'interrupts', reasons })] };
      }),
    );
    expect(groups).toHaveLength(1);
    expect(groups[0]).toContain('interrupts: runs every 15m, … running now');
    expect(groups[0]).toContain('… edits, then starts it again');
  });
});

it('names each account of a loss up to twelve, and shows all groups for review but only some of the others', async () => {
  const accounts = makeAccounts(120, (name, index) => {
    if (index < 8)
      return {
        changes: [change(name, [], { verb: 'delete', impact: 'destroys', reasons: ['gone'] })],
      };
    const notice: Notice = {
      kind: 'waits',
      address: toConnectorAddress(name, `c-${index}`),
      name: 'c',
      user: 'u',
      at: at(1, 1),
    };
    const more = index < 48 ? { notices: [notice] } : {};
    return { changes: [reschedule(name, `${index % 30}m`)], ...more };
  });
  const changes = await findChangeGroups(() => accounts);
  const shown = selectShownGroups(changes?.groups ?? []);
  expect(formatPhrase(describeGroup(shown[0] as never))).toBe(
    'Group 1: 8 accounts (north-001, north-002, north-003, north-004, north-005, north-006, north-007, north-008)',
  );
  expect(shown.filter(({ attention }) => attention === 'review')).toHaveLength(40);
});

it('does not depend on the order of the accounts, and counts each account in its groups', async () => {
  const anyAccounts = fc.array(anyPlannedAccount, { minLength: 1, maxLength: 4 }).chain((kinds) =>
    fc.shuffledSubarray(
      Array.from({ length: 24 }, (_, index) => {
        const made = kinds[index % kinds.length] as PlannedAccount;
        return toBlocks(`account-${index}`, made);
      }),
      { minLength: 24 },
    ),
  );
  await fc.assert(
    fc.asyncProperty(anyAccounts, async (accounts) => {
      const ordered = accounts.toSorted((one, other) => (one.account < other.account ? -1 : 1));
      const changes = await findChangeGroups(() => accounts);
      expect((await findChangeGroups(() => ordered))?.groups).toEqual(changes?.groups);
      const numbers = accounts.flatMap((account) => changes?.listNumbers(account) ?? []);
      for (const { number, accounts: count } of changes?.groups ?? []) {
        expect(numbers.filter((each) => each === number)).toHaveLength(count);
      }
      if (changes === null) return;
      for (const account of accounts.filter(({ isQuiet }) => !isQuiet)) {
        expect(changes.listNumbers(account)).not.toEqual([]);
      }
    }),
    { numRuns: countRuns({ suite: 40, full: 400 }) },
  );
});
