import { describe, expect, it } from 'vitest';
import type { Address } from '../../../src/model/address.ts';
import type { PlanSummary } from '../../../src/model/plan/plan.ts';
import type { PlanFrame } from '../../../src/model/report/report.ts';
import { asked, framePlan, readPlanText } from '../samples/read-text.ts';

/** The text of a plan below its title. */
async function end(summary: Partial<PlanSummary>, more: Partial<PlanFrame> = {}): Promise<string> {
  const counted = { ...framePlan([]).summary, ...summary };
  const text = await readPlanText([], {
    cost: { requests: 23, durationMs: 3000 },
    ...more,
    summary: counted,
  });
  return text.slice(text.indexOf('\n\n') + 2).trimEnd();
}

describe('a plan without operations', () => {
  it('says in a sentence that nothing changes, who is waited for, what was left out', async () => {
    const cost = { requests: 431, durationMs: 3200 };
    expect(await end({ accounts: 212, waits: 1 }, { cost })).toBe(
      'No changes. 212 accounts up to date (1 connector waits for a person). 431\nrequests, 3.2 s.',
    );
    expect(await end({ accounts: 1, adopts: 1, skipped: 2 }, { cost })).toBe(
      [
        'No changes. 1 account up to date. 1 object will be adopted by the next apply. 2',
        'accounts excluded by --select. 431 requests, 3.2 s.',
      ].join('\n'),
    );
  });

  it('says what it took as applied and did not read, and claims nothing of it', async () => {
    const first = [
      'a',
      'b/cycles/sync',
      'b/cycles/tell',
    ] as readonly string[] as readonly Address[];
    const text = await end({
      accounts: 9,
      notRead: { accounts: 2, accountsInPart: 1, cycles: 3, first },
    });
    expect(text.replaceAll('\n', ' ')).toContain(
      'No changes in what was read. 6 accounts up to date. Not read, and taken as applied: 2 accounts and the inside of 3 cycles: a, b/cycles/sync, b/cycles/tell, and 2 more.',
    );
  });

  it('never says that nothing changes while an account is not known', async () => {
    const text = await end({ accounts: 3, notPlanned: 1 });
    expect(text).not.toContain('No changes');
    expect(text).toContain('  unplanned  1 account\n');
    expect(text).toMatch(/\nNothing was changed\. 23 requests, 3\.0 s\.$/);
  });
});

describe('a plan with operations', () => {
  const some = {
    accounts: 2,
    accountsWithOperations: 2,
    operations: 13,
    deletes: 3,
    skipped: 1,
    applyRequests: 91,
  };

  it('counts what it does beside what is allowed, and what it costs', async () => {
    const text = await end(
      { ...some, creates: 5, updates: 2, planRequests: 18 },
      { maxDeletes: 3, requestsPerSecond: 20, cost: { requests: 23, durationMs: 3000 } },
    );
    expect(text.split('\n').slice(0, 5)).toEqual([
      'Summary',
      '  to apply   2 accounts: create 5, update 2, delete 3 (allowed 3)',
      '  impact     deletes 3 objects',
      '  excluded   1 account excluded by --select',
      '  cost       about 96 requests, 5 seconds at 20 per second',
    ]);
  });

  it('gives the time of a large one in minutes', async () => {
    const cost = /about 20000 requests, 17 min at 20 per second/;
    expect(
      await end({ ...some, applyRequests: 20_000, planRequests: 99 }, { requestsPerSecond: 20 }),
    ).toMatch(cost);
  });

  it.each([
    [
      { kind: 'save', asked },
      '  cyclectl plan -e local --out plan.json\n  cyclectl apply plan.json',
    ],
    [
      {
        kind: 'save',
        asked: { ...asked, directory: 'my app', select: ['account=a*', 'label=b=c'] },
      },
      [
        "  cyclectl plan -C 'my app' -e local --select 'account=a*' --select label=b=c --out plan.json",
        "  cyclectl apply -C 'my app' plan.json",
      ].join('\n'),
    ],
    [
      { kind: 'save', asked: { ...asked, rewrite: true, allowDeletes: 3 } },
      [
        '  cyclectl plan -e local --rewrite --allow-deletes 3 --out plan.json',
        '  cyclectl apply plan.json',
      ].join('\n'),
    ],
    [{ kind: 'apply', file: 'my plan.json', directory: '.' }, "  cyclectl apply 'my plan.json'"],
    [{ kind: 'apply', file: 'plan.json', directory: 'app' }, '  cyclectl apply -C app plan.json'],
  ] as const)('says what to do next: %j', async (next, command) => {
    const says = `\n\nNothing was changed. 23 requests, 3.0 s.\n\nTo apply this plan:\n${command}`;
    expect((await end(some, { next })).endsWith(says)).toBe(true);
  });

  it('says nothing of what to do next where apply continues by itself', async () => {
    expect(await end(some, { next: { kind: 'none' } })).not.toMatch(
      /Nothing was changed|23 requests/,
    );
  });

  it('offers no command for a plan that policy refuses', async () => {
    const text = await end(some, { next: { kind: 'refused' } });
    expect(text).toMatch(
      /\nNothing was changed, and apply would refuse this plan\. 23 requests, 3\.0 s\.$/,
    );
  });
});
