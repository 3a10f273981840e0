import { describe, expect, it } from 'vitest';
import { indexManifests } from '../../../../src/engine/index/index-manifests.ts';
import { toBlobFileName } from '../../../../src/model/desired/cycle-file/cycle-file.ts';
import { hasWritten, isSuccess } from '../../../../src/model/plan/outcome.ts';
import { cyclePath, openFileCycle } from '../../../worlds/cases/open-file-cycle.ts';
import type { TestFixture } from '../../../worlds/fixture.ts';
import {
  applyAll,
  editManifest,
  listLeft,
  listReasons,
  listReported,
  listWrites,
  planOne,
  readLive,
} from '../../../worlds/quickstart.ts';
import { openFiles } from '../../../worlds/test-ports.ts';

/** Applies, and shows what was said where it was no success. */
async function applyWhole(fixture: TestFixture): Promise<void> {
  const outcomes = await applyAll(fixture);
  expect(listReported(outcomes)).toEqual([]);
  expect(outcomes.every(isSuccess)).toBe(true);
}

function editFile(fixture: TestFixture, from: string | RegExp, to: string): void {
  const text = fixture.manifests.get(cyclePath) ?? '';
  const changed = text.replace(from, to);
  expect(changed).not.toBe(text);
  fixture.manifests.set(cyclePath, changed);
}

/** What an account that is not planned is told. */
async function planRefused(fixture: TestFixture) {
  const reasons = listReasons(await fixture.plan());
  if (reasons.length === 0) throw new Error('All of it was planned.');
  return reasons;
}

describe('a cycle of a file', () => {
  it('is imported, bound, mapped and started; afterwards nothing is left to do', async () => {
    const fixture = await openFileCycle();
    const plan = await planOne(fixture, 'northwind');
    const cycle = 'northwind/cycles/contacts';
    expect(plan.changes.find(({ address }) => address === cycle)).toMatchObject({
      verb: 'create',
      origin: cyclePath,
    });
    expect(
      plan.operations
        .filter(({ address }) => address === cycle)
        .map(({ action }) => action.kind)[0],
    ).toBe('import-cycle');
    await applyWhole(fixture);
    const [live] = readLive(fixture, 'northwind').cycles;
    expect(live).toMatchObject({ name: 'Contacts of a file', status: 'Active' });
    expect(listWrites(fixture).filter((each) => each.endsWith('/cycles/import'))).toHaveLength(1);
    expect(listLeft(await fixture.plan())).toEqual([]);
    expect((await fixture.drift())[0]).toMatchObject({ items: [], manifestMoved: 0 });
  });

  it('is refused alone where neither the file nor the manifest has its secret', async () => {
    const fixture = await openFileCycle();
    editFile(fixture, /("Name": "region",\s+"Value": )"[a-z]+"/, '$1{"secret": "region"}');
    expect(await planRefused(fixture)).toMatchObject([
      {
        code: 'cycle-file-secret',
        address: 'northwind/cycles/contacts/variables/region',
        at: { file: 'accounts/northwind.yaml' },
      },
    ]);
    const [outcome] = await applyAll(fixture);
    expect(outcome).toMatchObject({ refused: [{ address: 'northwind/cycles/contacts' }] });
    expect(readLive(fixture, 'northwind')).toMatchObject({ cycles: [] });
    expect(readLive(fixture, 'northwind').connectors).not.toEqual([]);
  });

  it('counts as written where it was imported and could not be read, and the next apply continues', async () => {
    const fixture = await openFileCycle();
    fixture.emulator.control.plantFaults([
      { path: '/v1.0/cycles/*/export', method: 'GET', do: 'status', status: 500 },
    ]);
    const [outcome] = await applyAll(fixture);
    const failed = outcome?.outcomes.filter(({ result }) => result === 'failed') ?? [];
    expect(hasWritten({ account: 'northwind', outcomes: failed, diagnostics: [] })).toBe(true);
    expect(failed[0]).toMatchObject({
      diagnostics: [
        {
          code: 'request-failed',
          summary: 'northwind/cycles/contacts was imported but could not be read',
        },
      ],
    });
    expect(readLive(fixture, 'northwind').cycles).toHaveLength(1);
    fixture.emulator.control.plantFaults([]);
    await applyWhole(fixture);
    expect(readLive(fixture, 'northwind').cycles).toHaveLength(1);
  });

  it('is changed in place, in a pause window, where only mappings or values of the file change', async () => {
    const fixture = await openFileCycle();
    await applyWhole(fixture);
    editFile(fixture, /("Name": "region",\s+"Value": )"[a-z]+"/, '$1"apac"');
    const plan = await planOne(fixture, 'northwind');
    expect(plan.changes).toMatchObject([
      { verb: 'update', impact: 'interrupts', fields: [{ path: 'variables/region' }] },
    ]);
    expect(plan.changes[0]?.verb === 'update' && plan.changes[0].fields[0]?.at?.file).toBe(
      cyclePath,
    );
    await applyWhole(fixture);
    expect(listLeft(await fixture.plan())).toEqual([]);
  });

  it('that has no state entry is not replaced, and each difference is reported', async () => {
    const fixture = await openFileCycle();
    await applyWhole(fixture);
    fixture.loseStore();
    editFile(fixture, '"CycleStepErrorAction": 0', '"CycleStepErrorAction": 1');
    expect(await planRefused(fixture)).toMatchObject([
      {
        code: 'cycle-file-changed',
        address: 'northwind/cycles/contacts/from/file',
        detail: 'setting CycleStepErrorAction: 0 → 1',
      },
    ]);
  });

  it('is found again where the store was lost, and its structure is compared', async () => {
    const fixture = await openFileCycle();
    await applyWhole(fixture);
    fixture.loseStore();
    const plan = await planOne(fixture, 'northwind');
    expect(plan.operations).toEqual([]);
    expect(new Set(plan.changes.map(({ verb }) => verb))).toEqual(new Set(['adopt']));
    await applyWhole(fixture);
    expect(readLive(fixture, 'northwind').cycles).toHaveLength(1);
  });

  it('is deleted with its entry, and made again with it', async () => {
    const fixture = await openFileCycle();
    await applyWhole(fixture);
    const text = fixture.manifests.get('accounts/northwind.yaml') ?? '';
    fixture.manifests.set(
      'accounts/northwind.yaml',
      `${text.slice(0, text.indexOf('  cycles:'))}  cycles: {}\n`,
    );
    await applyWhole(fixture);
    expect(
      readLive(fixture, 'northwind').cycles.filter(({ status }) => status === 'Active'),
    ).toEqual([]);
    fixture.manifests.set('accounts/northwind.yaml', text);
    await applyWhole(fixture);
    expect(listLeft(await fixture.plan())).toEqual([]);
  });

  it('keeps what the manifest calls otherwise: a mapping of the manifest wins over that of the file', async () => {
    const fixture = await openFileCycle();
    editManifest(fixture, 'northwind', {
      from: '{every: 15m}\n',
      to: '{every: 15m}\n      variables: {region: us}\n',
    });
    await applyWhole(fixture);
    const [live] = readLive(fixture, 'northwind').cycles;
    expect(JSON.stringify(live)).toContain('"us"');
    expect(listLeft(await fixture.plan())).toEqual([]);
  });

  it('is reported offline if its file is missing, broken, or lacks a part', async () => {
    const fixture = await openFileCycle();
    const check = async () => {
      const { index } = await indexManifests(openFiles(fixture.manifests));
      return index.diagnostics.map(({ code, at }) => `${code} ${at?.file}:${at?.line}`);
    };
    expect(await check()).toEqual([]);
    const text = fixture.manifests.get(cyclePath) ?? '';
    fixture.manifests.delete(cyclePath);
    expect(await check()).toEqual(['cycle-file-missing accounts/northwind.yaml:31']);
    fixture.manifests.set(cyclePath, text.slice(0, 500));
    expect(await check()).toEqual([expect.stringMatching(`^cycle-file-json ${cyclePath}:`)]);
    fixture.manifests.set(cyclePath, text);
    const digest = /"blob:([0-9a-f]{64})"/.exec(text)?.[1] ?? '';
    fixture.manifests.set(toBlobFileName(cyclePath, digest), '"another"');
    expect(await check()).toEqual([expect.stringMatching(`^cycle-file-blob ${cyclePath}:`)]);
  });

  it('is reported offline if its manifest names a step or field that the file lacks', async () => {
    const fixture = await openFileCycle();
    editManifest(fixture, 'northwind', { from: 'contactId:', to: 'contactID7:' });
    const { index } = await indexManifests(openFiles(fixture.manifests));
    expect(index.diagnostics).toMatchObject([
      { code: 'target-unknown', remedy: 'Nearest names: "contactId".' },
    ]);
  });

  it('is reported offline if its manifest has a parameter of the file under fields', async () => {
    const fixture = await openFileCycle();
    editManifest(fixture, 'northwind', {
      from: / {10}parameters:\n(?= {12}contactId:)/,
      to: '          fields:\n',
    });
    const { index } = await indexManifests(openFiles(fixture.manifests));
    expect(index.diagnostics).toMatchObject([
      { code: 'target-unknown', summary: '"contactId" is a parameter: move it under parameters' },
    ]);
  });

  it('is reported offline if its manifest merges a parameter that the file marks as sensitive', async () => {
    const fixture = await openFileCycle();
    const text = fixture.manifests.get(cyclePath) ?? '';
    const marked = text.replace(
      '"Id": "parameter:contactId"',
      '"Id": "parameter:contactId", "IsSensitive": true',
    );
    expect(marked).not.toBe(text);
    fixture.manifests.set(cyclePath, marked);
    editManifest(fixture, 'northwind', {
      from: /contactId: .*/,
      to: "contactId: {expression: '{{contactId}}'}",
    });
    const { index } = await indexManifests(openFiles(fixture.manifests));
    expect(index.diagnostics).toMatchObject([
      {
        code: 'secret-merged',
        summary: '"contactId" merges "contactId", which the method of the step marks as sensitive',
        at: { pointer: expect.stringMatching(/parameters\/contactId$/) },
      },
    ]);
  });

  it('is not planned where neither the manifest nor the account has a connector for one of its slots', async () => {
    const fixture = await openFileCycle();
    editManifest(fixture, 'northwind', { from: / {4}crm:[\s\S]*?(?= {4}\w+:\n)/, to: '' });
    expect(await planRefused(fixture)).toMatchObject([
      {
        code: 'slot-unfilled',
        address: 'northwind/cycles/contacts',
        at: { file: 'accounts/northwind.yaml' },
        summary: `northwind has no connector for the slot "Sample CRM" of ${cyclePath}, which "List changed contacts", "Get contact" use`,
        remedy:
          'Add one under connectors of the account, with its properties and credentials: sample-crm: {connector: {name: Sample CRM}}.',
      },
    ]);
  });

  it('reports the slots that the service fills if the manifest leaves connectors to the console', async () => {
    const fixture = await openFileCycle();
    editManifest(fixture, 'northwind', { from: / {2}connectors:[\s\S]*?(?= {2}cycles:)/, to: '' });
    const { notices } = await planOne(fixture, 'northwind');
    const at = { file: 'accounts/northwind.yaml' };
    expect(notices).toMatchObject([
      { kind: 'slot-unfilled', slot: 'Sample CRM', at },
      { kind: 'slot-unfilled', slot: 'Sample File Store', at },
      { kind: 'logs-requests' },
    ]);
  });

  it('is not planned where the service lacks what the file is made of', async () => {
    const fixture = await openFileCycle();
    editFile(fixture, /"connector:Sample CRM@2.0"/g, '"connector:Sample CRM@7.0"');
    editFile(fixture, /("Name": "Sample CRM",[^}]*?"Version": )"2.0"/g, '$1"7.0"');
    expect((await planRefused(fixture)).map(({ code, summary }) => [code, summary])).toContainEqual(
      ['cycle-file-target', 'The service has no connector Sample CRM of version 7.0'],
    );
  });
});
