import { beforeAll, describe, expect, it } from 'vitest';
import type { Fault } from '../../../src/emulator/control/faults.ts';
import { type AccountOutcome, hasWritten, isSuccess } from '../../../src/model/plan/outcome.ts';
import type { PlannedAccount } from '../../../src/model/report/report.ts';
import { openFixture, type TestFixture } from '../../worlds/fixture.ts';
import { listReasons, quickstartSecrets, readQuickstartManifest } from '../../worlds/quickstart.ts';

// Twenty accounts, of which one is broken in each way: the nineteen others are planned and applied, and
// what is wrong with the one is told under its name.

const slowTestMs = 60_000;
const crowd = Array.from({ length: 19 }, (_, index) => `account-${index + 10}`);
const broken = 'account-00';

/** One way to break an account: by its manifest, or by what the service does to it. */
type Break = {
  readonly manifest?: (text: string) => string;
  readonly fault?: Fault;
  readonly says: RegExp;
};

const breaks: readonly (readonly [what: string, how: Break])[] = [
  [
    'names a connector that does not exist',
    { manifest: replaced('Sample File Store', 'Sample File Stor'), says: /Sample File Store/ },
  ],
  [
    'names a template that does not exist',
    { manifest: replaced('Orders to Files', 'Orders to File'), says: /Orders to Files/ },
  ],
  [
    'names a step that does not exist',
    { manifest: replaced('Write file:', 'Write fle:'), says: /Write file/ },
  ],
  [
    'has a secret without a value',
    {
      manifest: replaced('contoso_client_secret', 'nowhere_to_be_found'),
      says: /nowhere_to_be_found/,
    },
  ],
  [
    'cannot be read',
    {
      fault: {
        method: 'GET',
        path: `/v1.0/accounts/${broken}`,
        every: 1,
        do: 'status',
        status: 500,
      },
      says: /could not be read|500/,
    },
  ],
  [
    'is refused by the service half-way',
    {
      manifest: replaced('fields:\n', 'fields:\n            name: {ignore: true}\n'),
      says: /prerequisite-missing/,
    },
  ],
];

function replaced(before: string, after: string): (text: string) => string {
  return (text) => text.replace(before, after);
}

describe('of twenty accounts one that', () => {
  let template = '';

  beforeAll(async () => {
    template = await readQuickstartManifest('contoso');
  });

  function writeAccount(name: string): string {
    return template.replace('name: contoso', `name: ${name}`).replace('contoso.example', name);
  }

  it.each(breaks)(
    '%s stops no other',
    async (_what, how) => {
      const edit = how.manifest ?? ((text: string) => text);
      const manifests = Object.fromEntries([
        [`accounts/${broken}.yaml`, edit(writeAccount(broken))],
        ...crowd.map((name) => [`accounts/${name}.yaml`, writeAccount(name)] as const),
      ]);
      const fixture = await openFixture({ manifests, secrets: quickstartSecrets });
      if (how.fault !== undefined) fixture.emulator.control.plantFaults([how.fault]);
      const planned = await fixture.plan();
      const outcomes = await fixture.apply({ planned });
      expect(outcomes.filter(isSuccess).map(({ account }) => account)).toEqual(crowd);
      expect(outcomes.filter(({ account }) => account === broken).some(isSuccess)).toBe(false);
      expect(JSON.stringify(listReported(planned, outcomes))).toMatch(how.says);
      const ids = fixture.emulator.control.dump().accounts.map(({ externalId }) => externalId);
      expect(ids.filter((id) => id !== broken)).toEqual(crowd);
      const isWritten = outcomes.some((item) => item.account === broken && hasWritten(item));
      expect(ids.includes(broken), 'what was written is there').toBe(isWritten);
      await expectOthersDone(fixture);
    },
    slowTestMs,
  );
});

/** What is said of the broken one. */
function listReported(
  planned: readonly PlannedAccount[],
  outcomes: readonly AccountOutcome[],
): unknown[] {
  return [
    ...listReasons(planned, broken),
    ...outcomes
      .filter(({ account }) => account === broken)
      .flatMap((item) => [
        ...item.diagnostics,
        ...item.outcomes.flatMap(({ diagnostics }) => diagnostics),
      ]),
  ];
}

async function expectOthersDone(fixture: TestFixture): Promise<void> {
  const others = (await fixture.plan()).filter(
    (item) => (item.kind === 'planned' ? item.plan.account : item.account) !== broken,
  );
  const left = others.filter((item) => item.kind !== 'planned' || item.plan.operations.length > 0);
  expect(left).toEqual([]);
}
