import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../../../src/model/diagnostic/diagnostic.ts';
import { cyclePath, openFileCycle } from '../../../worlds/cases/open-file-cycle.ts';
import { type FixtureOptions, planOf, type TestFixture } from '../../../worlds/fixture.ts';
import {
  applyAll,
  editManifest,
  listLeft,
  listReasons,
  listWrites,
  openQuickstart,
  readLive,
} from '../../../worlds/quickstart.ts';

// The template leaves order.state to the installer, and the method requires it.
const backfill = `  cycles:
    backfill:
      from: {template: Order Backfill}
      displayName: Order backfill
      state: active
      schedule: {every: 15m}
      steps:
        Mark order:
          fields:
            order.dryRun: "false"
`;
const missing = 'northwind/cycles/backfill/steps/Mark order/fields/order.state';
const needs = `${missing} needs a value before "Order backfill" can start`;
const dryRun = '            order.dryRun: "false"\n';

async function openBackfill(options: Partial<FixtureOptions> = {}): Promise<TestFixture> {
  const fixture = await openQuickstart(options);
  fixture.manifests.delete('accounts/contoso.yaml');
  const text = fixture.manifests.get('accounts/northwind.yaml') ?? '';
  const head = text.slice(0, text.indexOf('  cycles:'));
  fixture.manifests.set('accounts/northwind.yaml', `${head}${backfill}`);
  return fixture;
}

function edit(fixture: TestFixture, from: string, to: string): void {
  editManifest(fixture, 'northwind', { from, to });
}

async function listWarnings(fixture: TestFixture): Promise<readonly Diagnostic[]> {
  const planned = await fixture.plan();
  expect(listReasons(planned)).toEqual([]);
  return planOf(planned, 'northwind').notices.flatMap((notice) =>
    notice.kind === 'warning' ? [notice.diagnostic] : [],
  );
}

function statusOf(fixture: TestFixture): string | undefined {
  return readLive(fixture, 'northwind').cycles[0]?.status;
}

describe('a new cycle without a required value', () => {
  it('is refused with the line to write, and with that line it is made and runs', async () => {
    const fixture = await openBackfill();
    expect(listReasons(await fixture.plan())).toMatchObject([
      {
        code: 'prerequisite-missing',
        summary: `${needs}: neither the template nor the manifest has one`,
        at: { file: 'accounts/northwind.yaml', line: 36, column: 9 },
        address: missing,
        remedy: 'Write under steps, "Mark order", fields: order.state: VALUE.',
      },
    ]);
    await applyAll(fixture);
    expect(listWrites(fixture).filter((write) => write.includes('/templates/'))).toEqual([]);
    expect(readLive(fixture, 'northwind').connectors).not.toEqual([]);
    edit(fixture, dryRun, `${dryRun}            order.state: done\n`);
    expect(listReasons(await fixture.plan())).toEqual([]);
    await applyAll(fixture);
    expect(statusOf(fixture)).toBe('Active');
    expect(listLeft(await fixture.plan())).toEqual([]);
  });

  it('is at its own line where the manifest does not name the step', async () => {
    const fixture = await openBackfill();
    edit(fixture, `      steps:\n        Mark order:\n          fields:\n${dryRun}`, '');
    expect(listReasons(await fixture.plan())).toMatchObject([{ at: { line: 30, column: 5 } }]);
  });

  it('is refused for a line that ignores it, at that line', async () => {
    const fixture = await openBackfill();
    edit(
      fixture,
      dryRun,
      '            order.state: {ignore: true}\n            order.id: {ignore: true}\n',
    );
    expect(listReasons(await fixture.plan())).toMatchObject([
      { address: expect.stringMatching(/order\.id$/), at: { line: 39 } },
      { summary: `${needs}: the manifest gives it no value`, address: missing, at: { line: 38 } },
    ]);
  });

  it('is drift as before, and the rest of its account is planned', async () => {
    const fixture = await openBackfill();
    const { operations, refused } = planOf(await fixture.plan(), 'northwind');
    expect(operations.length).toBeGreaterThan(3);
    expect(refused?.map(({ address }) => address)).toEqual(['northwind/cycles/backfill']);
    expect(await fixture.drift()).toMatchObject([{ kind: 'read' }]);
  });

  it.each([
    ['state: active\n      schedule: {every: 15m}', 'state: paused'],
    ['      state: active\n      schedule: {every: 15m}\n', ''],
  ])('is made with a warning where Git does not start it', async (from, to) => {
    const fixture = await openBackfill();
    edit(fixture, from, to);
    expect(await listWarnings(fixture)).toMatchObject([
      { code: 'value-missing', address: missing },
    ]);
    await applyAll(fixture);
    expect(statusOf(fixture)).toBe('Paused');
    expect(await listWarnings(fixture)).toEqual([]);
  });

  it('is a warning where its start waits for a person', async () => {
    const fixture = await openBackfill();
    const path = 'accounts/northwind.yaml';
    const text = fixture.manifests.get(path) ?? '';
    const mailer = `  cycles:
    mail:
      from: {template: Contacts to Mailer}
      state: active
      schedule: {every: 1h}
      steps: {Add subscriber: {fields: {Email.Address: {ignore: true}}}}
`;
    fixture.manifests.set(path, text.replace(/ {2}cycles:[\s\S]*/, mailer));
    expect(await listWarnings(fixture)).toMatchObject([
      { code: 'value-missing', remedy: 'Write a value in its place.' },
    ]);
  });

  it('is refused in place of another one, which runs on', async () => {
    const fixture = await openBackfill();
    edit(fixture, 'Order Backfill', 'Contacts to Files');
    edit(fixture, `      steps:\n        Mark order:\n          fields:\n${dryRun}`, '');
    await applyAll(fixture);
    expect(statusOf(fixture)).toBe('Active');
    const before = fixture.emulator.requests().length;
    edit(fixture, 'Contacts to Files', 'Order Backfill');
    expect(listReasons(await fixture.plan())).toMatchObject([{ address: missing }]);
    await applyAll(fixture);
    expect(listWrites(fixture, before)).toEqual([]);
    edit(
      fixture,
      '      state: active\n',
      '      steps: {Mark order: {fields: {order.state: done}}}\n      state: active\n',
    );
    await applyAll(fixture);
    expect(readLive(fixture, 'northwind').cycles.map(({ status }) => status)).toEqual([
      'Active',
      'DeleteScheduled',
    ]);
  });
});

describe('an edit that takes a required value away', () => {
  async function openApplied(): Promise<TestFixture> {
    const fixture = await openBackfill();
    edit(fixture, dryRun, '            order.state: done\n');
    await applyAll(fixture);
    edit(fixture, 'order.state: done', 'order.state: {ignore: true}');
    return fixture;
  }

  it('is refused while the cycle is to run, and no request asks for it', async () => {
    const fixture = await openApplied();
    const before = fixture.emulator.requests().length;
    expect(listReasons(await fixture.plan())).toMatchObject([
      { code: 'prerequisite-missing', address: missing, remedy: 'Write a value in its place.' },
    ]);
    await applyAll(fixture);
    const since = fixture.emulator.requests().slice(before);
    expect(since.filter(({ path }) => path.endsWith('/prerequisites'))).toEqual([]);
    expect(statusOf(fixture)).toBe('Active');
  });

  it('is a warning while it is to be paused', async () => {
    const fixture = await openApplied();
    edit(fixture, 'state: active\n      schedule: {every: 15m}', 'state: paused');
    expect(await listWarnings(fixture)).toMatchObject([
      { code: 'value-missing', address: missing },
    ]);
  });
});

describe('a new cycle of a file without a required value', () => {
  function editFile(fixture: TestFixture, change: (mappings: unknown[]) => unknown[]): void {
    const document = JSON.parse(fixture.manifests.get(cyclePath) ?? '');
    const step = document.Steps.find(({ Name }: { Name: string }) => Name === 'Write file');
    step.CycleFieldMappings = change(step.CycleFieldMappings);
    fixture.manifests.set(cyclePath, JSON.stringify(document));
  }

  const isName = (mapping: unknown) => JSON.stringify(mapping).includes('field:name"');
  const path = 'northwind/cycles/contacts/steps/Write file/fields/name';

  it('is refused with the line to write, and with that line it is made and runs', async () => {
    const fixture = await openFileCycle();
    expect(listReasons(await fixture.plan())).toEqual([]);
    editFile(fixture, (mappings) => mappings.filter((each) => !isName(each)));
    expect(listReasons(await fixture.plan())).toMatchObject([
      {
        code: 'prerequisite-missing',
        summary: `${path} needs a value before "Contacts of a file" can start: neither the file nor the manifest has one`,
        at: { file: 'accounts/northwind.yaml' },
        remedy: 'Write under steps, "Write file", fields: name: VALUE.',
      },
    ]);
    edit(
      fixture,
      '        Get contact:\n',
      '        Write file: {fields: {name: a.json}}\n        Get contact:\n',
    );
    expect(listReasons(await fixture.plan())).toEqual([]);
    await applyAll(fixture);
    expect(statusOf(fixture)).toBe('Active');
  });

  it('is not judged by a mapping whose number is not proven', async () => {
    const fixture = await openFileCycle();
    for (const CycleEntityMappingType of [2, 77]) {
      editFile(fixture, (mappings) =>
        mappings.map((each) =>
          isName(each) ? { ...(each as object), Value: null, CycleEntityMappingType } : each,
        ),
      );
      expect(listReasons(await fixture.plan())).toEqual([]);
    }
  });
});
