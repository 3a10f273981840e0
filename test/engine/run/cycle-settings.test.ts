import { describe, expect, it } from 'vitest';
import { isSuccess } from '../../../src/model/plan/outcome.ts';
import { put, signIn } from '../../emulator/support/start-emulator.ts';
import { cyclePath, openFileCycle } from '../../worlds/cases/open-file-cycle.ts';
import { adoptDriftIn, textAfter } from '../../worlds/features/adopt-drift-in.ts';
import { exportAccounts } from '../../worlds/features/export-accounts.ts';
import { mergeIn } from '../../worlds/features/merge-in.ts';
import type { TestFixture } from '../../worlds/fixture.ts';
import {
  applyAll,
  editManifest,
  listLeft,
  listReported,
  listWrites,
  openQuickstart,
  planOne,
  readLive,
} from '../../worlds/quickstart.ts';

const file = 'accounts/northwind.yaml';
const address = 'northwind/cycles/contacts-to-files';

/** Writes lines below the origin of the cycle. */
function say(fixture: TestFixture, ...lines: readonly string[]): void {
  const text = lines.map((line) => `\n      ${line}`).join('');
  const from = /(template: Contacts to Files})(?:\n {6}(?:errorAction|coll|logR|shareable).*)*/;
  const before = fixture.manifests.get(file) ?? '';
  fixture.manifests.set(file, before.replace(from, `$1${text}`));
}

function readSettings(fixture: TestFixture): readonly unknown[] {
  const cycle = readLive(fixture, 'northwind').cycles.find(({ name }) =>
    name.startsWith('Contacts to files'),
  );
  return [
    cycle?.stepErrorAction,
    cycle?.collectionSplitType,
    cycle?.logStepDataRequests,
    cycle?.shareable,
  ];
}

/** Changes the cycle as a person does, who stops and starts it. */
async function touch(fixture: TestFixture, body: unknown): Promise<void> {
  const caller = (await signIn(fixture.emulator)).inside('northwind-8812');
  const { cycles } = readLive(fixture, 'northwind');
  const id = cycles.find(({ name }) => name === 'Contacts to files')?.id;
  await put(caller, `/cycles/${id}/deactivate`);
  expect((await put(caller, `/cycles/${id}`, body)).status).toBe(200);
  const start = { StartTime: '2026-12-01T06:00:00Z', Interval: 15 };
  expect((await put(caller, `/cycles/${id}/activate`, start)).status).toBe(200);
}

const all = [
  'errorAction: Retry',
  'collectionSplit: None',
  'logRequests: false',
  'shareable: true',
];

describe('The settings of a cycle', () => {
  it('are written at creation, and changed in a pause window by one request', async () => {
    const fixture = await openQuickstart();
    say(fixture, ...all);
    await applyAll(fixture);
    expect(readSettings(fixture)).toEqual(['Retry', 'None', false, true]);
    expect(listLeft(await fixture.plan())).toEqual([]);
    say(fixture, 'errorAction: Ignore', 'collectionSplit: All', 'logRequests: true');
    const since = listWrites(fixture).length;
    const outcomes = await applyAll(fixture);
    expect(listReported(outcomes)).toEqual([]);
    expect(readSettings(fixture)).toEqual(['Ignore', 'All', true, true]);
    const id = listWrites(fixture)[since]?.split('/')[3];
    expect(listWrites(fixture).slice(since)).toEqual(
      ['/deactivate', '', '/activate'].map((end) => `PUT /v1.0/cycles/${id}${end}`),
    );
    expect(listLeft(await fixture.plan())).toEqual([]);
  });

  it('are left alone where no line has them', async () => {
    const fixture = await openQuickstart();
    await applyAll(fixture);
    await touch(fixture, { StepErrorAction: 'Retry', Shareable: true });
    expect(listLeft(await fixture.plan())).toEqual([]);
  });

  it('are drift where others change them, and are restored, merged or adopted', async () => {
    const fixture = await openQuickstart();
    say(fixture, ...all);
    await applyAll(fixture);
    const text = fixture.manifests.get(file) ?? '';
    await touch(fixture, { StepErrorAction: 'Ignore', LogStepDataRequests: true });
    const [, northwind] = await fixture.drift();
    expect(northwind?.kind === 'read' && northwind.items.map(({ address: at }) => at)).toEqual([
      address,
      address,
    ]);
    const wanted = text
      .replace('errorAction: Retry', 'errorAction: Ignore')
      .replace('logRequests: false', 'logRequests: true');
    expect((await mergeIn(fixture, file)).text).toBe(wanted);
    expect(textAfter(fixture, await adoptDriftIn(fixture), file)).toBe(wanted);
    expect((await applyAll(fixture)).every(isSuccess)).toBe(true);
    expect(readSettings(fixture)).toEqual(['Retry', 'None', false, true]);
  });

  it('compare letter by letter, and say both words where the service has another', async () => {
    const kept = {
      code: 'kept-another-value',
      at: { file },
      values: { sent: { value: 'RETRY' }, kept: { value: 'Retry' } },
    };
    for (const isRunning of [false, true]) {
      const fixture = await openQuickstart();
      if (isRunning) await applyAll(fixture);
      say(fixture, 'errorAction: RETRY');
      const reported = listReported(await applyAll(fixture));
      expect(reported.find(({ address: at }) => at === `${address}/errorAction`)).toMatchObject(
        kept,
      );
    }
  });

  it('are sent in words that only the service knows, and its refusal is reported', async () => {
    const fixture = await openQuickstart();
    say(fixture, 'errorAction: StopAll');
    const warning = { code: 'word-unknown', address: `${address}/errorAction`, at: { file } };
    const { notices } = await planOne(fixture, 'northwind');
    expect(notices.filter(({ kind }) => kind === 'warning')).toMatchObject([
      { diagnostic: warning },
    ]);
    const reported = listReported(await applyAll(fixture));
    expect(reported.map(({ detail = '', summary }) => `${summary} ${detail}`).join()).toContain(
      "'StopAll' is not a valid StepErrorAction.",
    );
  });

  it('are exported without what the template gives, and a plan of the export is empty', async () => {
    const fixture = await openQuickstart();
    say(fixture, ...all);
    await applyAll(fixture);
    fixture.loseStore();
    for (const path of ['accounts/contoso.yaml', file]) fixture.manifests.delete(path);
    await exportAccounts(fixture);
    const text = [...fixture.manifests.values()].join();
    expect(text).toContain(all.map((line) => `      ${line}\n`).join(''));
    expect(text).toContain('      errorAction: Ignore\n      collectionSplit: All\n      state');
    const planned = await fixture.plan();
    expect(planned.map((each) => each.kind === 'planned' && each.plan.operations)).toEqual([
      [],
      [],
    ]);
  });
});

describe('A plan that turns the logging of requests on', () => {
  const notice = { kind: 'logs-requests', address, path: 'logRequests' };

  it('says so of a new cycle and of a change, and not where it stays on or goes off', async () => {
    const fixture = await openQuickstart();
    const listLogging = async () =>
      (await planOne(fixture, 'northwind')).notices.filter(({ kind }) => kind === 'logs-requests');
    expect(await listLogging()).toEqual([]);
    say(fixture, 'logRequests: true');
    expect(await listLogging()).toEqual([notice]);
    await applyAll(fixture);
    expect(await listLogging()).toEqual([]);
    say(fixture, 'logRequests: false');
    expect(await listLogging()).toEqual([]);
    await applyAll(fixture);
    say(fixture, 'logRequests: true');
    expect(await listLogging()).toEqual([notice]);
    editManifest(fixture, 'northwind', {
      from: '  connectors:\n',
      to: '  ownership: {cycles/*/logRequests: observed}\n  connectors:\n',
    });
    expect(await listLogging()).toEqual([]);
  });

  it('says so of a new cycle of a file that turns it on, but where the manifest turns it off', async () => {
    const fixture = await openFileCycle();
    const listPaths = async () =>
      (await planOne(fixture, 'northwind')).notices.flatMap((each) =>
        each.kind === 'logs-requests' ? each.address : [],
      );
    const text = fixture.manifests.get(cyclePath) ?? '';
    const set = (isOn: boolean) =>
      fixture.manifests.set(
        cyclePath,
        text.replace(/"LogStepDataRequests": \w+/, `"LogStepDataRequests": ${isOn}`),
      );
    set(false);
    expect(await listPaths()).toEqual([]);
    set(true);
    expect(await listPaths()).toEqual(['northwind/cycles/contacts']);
    editManifest(fixture, 'northwind', {
      from: '      state: active',
      to: '      logRequests: false\n      state: active',
    });
    expect(await listPaths()).toEqual([]);
  });
});

describe('A cycle of a file whose manifest has settings', () => {
  it('is no other structure than its file, with its state and without', async () => {
    const fixture = await openFileCycle();
    editManifest(fixture, 'northwind', {
      from: /(from: {file: .*})/,
      to: '$1\n      errorAction: Retry\n      logRequests: false',
    });
    expect(listReported(await applyAll(fixture))).toEqual([]);
    const [live] = readLive(fixture, 'northwind').cycles;
    expect(live).toMatchObject({ stepErrorAction: 'Retry', logStepDataRequests: false });
    expect(listLeft(await fixture.plan())).toEqual([]);
    fixture.loseStore();
    expect((await planOne(fixture, 'northwind')).operations).toEqual([]);
    await applyAll(fixture);
    // The file says something else of what the manifest sets.
    const text = fixture.manifests.get(cyclePath) ?? '';
    fixture.manifests.set(
      cyclePath,
      text.replace('"LogStepDataRequests": true', '"LogStepDataRequests": false'),
    );
    expect((await planOne(fixture, 'northwind')).operations).toEqual([]);
    fixture.manifests.set(cyclePath, text.replace('"Shareable": false', '"Shareable": true'));
    expect((await planOne(fixture, 'northwind')).changes).toMatchObject([{ verb: 'replace' }]);
    expect(listReported(await applyAll(fixture))).toEqual([]);
    expect(listLeft(await fixture.plan())).toEqual([]);
    const { cycles } = readLive(fixture, 'northwind');
    expect(cycles.filter(({ status }) => status === 'Active')).toMatchObject([
      { stepErrorAction: 'Retry', logStepDataRequests: false, shareable: true },
    ]);
  });
});
