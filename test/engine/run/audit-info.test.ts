import { describe, expect, it } from 'vitest';
import type { Choices } from '../../../src/emulator/world/choices.ts';
import { isSuccess } from '../../../src/model/plan/outcome.ts';
import { put, signIn } from '../../emulator/support/start-emulator.ts';
import { adoptDriftIn, textAfter } from '../../worlds/features/adopt-drift-in.ts';
import { exportAccounts } from '../../worlds/features/export-accounts.ts';
import { mergeIn } from '../../worlds/features/merge-in.ts';
import { openFixture, planOf, type TestFixture } from '../../worlds/fixture.ts';
import { listLeft, listReported, listWrites } from '../../worlds/quickstart.ts';

const path = 'accounts/acme.yaml';

function formatAcme(...lines: readonly string[]): string {
  return [
    'apiVersion: cyclectl/v1',
    'kind: Account',
    'metadata: {name: acme}',
    'spec:',
    '  id: acme-1',
    '  timezone: UTC',
    ...lines.map((line) => `  ${line}`),
    '',
  ].join('\n');
}

async function openAcme(lines: readonly string[], choices: Partial<Choices> = {}) {
  return openFixture({ manifests: { [path]: formatAcme(...lines) }, choices });
}

function readAcme({ emulator }: TestFixture) {
  return emulator.control.dump().accounts.find(({ id }) => id === 'acme-1');
}

async function touch({ emulator }: TestFixture, body: unknown): Promise<void> {
  const { status } = await put(await signIn(emulator), '/accounts/acme-1', body);
  expect(status).toBe(200);
}

const both = ['auditInfo: "customer: 8812"', 'taskAuditInfo: cost centre 7'];

describe('The audit texts of an account', () => {
  it('are written at creation, changed, cleared, and then there is nothing to do', async () => {
    const fixture = await openAcme(both);
    for (const [lines, wanted] of [
      [both, ['customer: 8812', 'cost centre 7']],
      [
        ['auditInfo: "Customer: 8812"', both[1]],
        ['Customer: 8812', 'cost centre 7'],
      ],
      [
        ['auditInfo: null', 'taskAuditInfo: ""'],
        [null, ''],
      ],
      [[], [null, '']],
    ] as [string[], (string | null)[]][]) {
      fixture.manifests.set(path, formatAcme(...lines));
      expect((await fixture.apply()).every(isSuccess)).toBe(true);
      const live = readAcme(fixture);
      expect([live?.auditInfo, live?.taskAuditInfo]).toEqual(wanted);
      expect(listLeft(await fixture.plan())).toEqual([]);
    }
  });

  it('are left alone where no line has them, and drift reports the change', async () => {
    const fixture = await openAcme([]);
    await fixture.apply();
    await touch(fixture, { AuditInfo: 'by hand' });
    expect(listLeft(await fixture.plan())).toEqual([]);
    const items = [{ path: 'auditInfo', kind: 'unmanaged', now: { value: 'by hand' } }];
    expect(await fixture.drift()).toMatchObject([{ items, notices: [] }]);
  });

  it('differ by the case of a letter', async () => {
    const fixture = await openAcme(['auditInfo: acme']);
    await fixture.apply();
    await touch(fixture, { AuditInfo: 'Acme' });
    const { changes } = planOf(await fixture.plan(), 'acme');
    expect(changes).toMatchObject([{ verb: 'update', fields: [{ path: 'auditInfo' }] }]);
  });

  it('are merged and adopted from the service, also as cleared', async () => {
    const fixture = await openAcme(both);
    await fixture.apply();
    await touch(fixture, { AuditInfo: null, TaskAuditInfo: 'by hand' });
    const wanted = formatAcme('auditInfo: null', 'taskAuditInfo: by hand');
    const { text } = await mergeIn(fixture, path);
    expect(text).toBe(wanted);
    expect(textAfter(fixture, await adoptDriftIn(fixture), path)).toBe(wanted);
  });

  it('are exported, and a plan of the export is empty', async () => {
    const fixture = await openAcme(both);
    await fixture.apply();
    fixture.manifests.delete(path);
    fixture.loseStore();
    expect(await exportAccounts(fixture)).toHaveLength(1);
    expect([...fixture.manifests.values()].join()).toContain(
      'auditInfo: "customer: 8812"\n  taskAuditInfo: cost centre 7\n',
    );
  });

  it.each([
    ['ignored', 'auditInfo: new', 'old'],
    ['not cleared', 'auditInfo: null', 'old'],
  ] as const)(
    'are reported with both values where an update is %s',
    async (auditInfoUpdate, line, kept) => {
      const fixture = await openAcme(['auditInfo: old'], { auditInfoUpdate });
      await fixture.apply();
      fixture.manifests.set(path, formatAcme(line));
      const reported = listReported(await fixture.apply());
      expect(reported).toMatchObject([
        {
          code: 'kept-another-value',
          address: 'acme/auditInfo',
          values: { kept: { value: kept } },
        },
      ]);
    },
  );

  it('are set by a person where the service offers no more than is documented', async () => {
    const manifests = { [path]: formatAcme('auditInfo: text') };
    const fixture = await openFixture({ manifests, serves: 'documented', contract: 'documented' });
    const { notices } = planOf(await fixture.plan(), 'acme');
    expect(notices).toContainEqual(
      expect.objectContaining({ kind: 'by-hand', address: 'acme', path: 'auditInfo' }),
    );
    await fixture.apply();
    expect(listWrites(fixture)).toEqual(['POST /v1.0/accounts']);
    expect(readAcme(fixture)?.auditInfo).toBeNull();
  });
});
