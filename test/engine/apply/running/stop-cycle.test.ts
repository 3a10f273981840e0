import { expect, it } from 'vitest';
import { codes } from '../../../../src/model/diagnostic/codes.ts';
import { hasWritten } from '../../../../src/model/plan/outcome.ts';
import type { TestFixture } from '../../../worlds/fixture.ts';
import {
  applyAll,
  editManifest,
  listLeft,
  listReported,
  openQuickstart,
  readLive,
} from '../../../worlds/quickstart.ts';

/** A workplace whose running cycle has transactions that outlast every wait. */
async function openBusy(): Promise<{ fixture: TestFixture; status: () => string | undefined }> {
  const fixture = await openQuickstart();
  await applyAll(fixture);
  const find = () =>
    readLive(fixture, 'northwind').cycles.find(({ name }) => name === 'Contacts to files');
  const plan = { cycle: find()?.id ?? '', count: 2, lastsMs: 3_600_000 };
  fixture.emulator.control.plantTransactions(plan);
  return { fixture, status: () => find()?.status };
}

/** Whether such a request has been made since now. */
function after(
  { emulator }: TestFixture,
  isSuch: (request: { readonly method: string; readonly path: string }) => boolean,
): () => boolean {
  const since = emulator.requests().length;
  return () => emulator.requests().slice(since).some(isSuch);
}

const schedule = /state: active\n {6}schedule: \{every: 15m/;
const stopping = { from: schedule, to: 'state: paused\n      schedule: {every: 15m' };
const starting = { from: /state: paused\n {6}schedule/, to: 'state: active\n      schedule' };

it('says that a cycle was stopped whose transactions outlast the wait, and knows later that it was we', async () => {
  const { fixture, status } = await openBusy();
  editManifest(fixture, 'northwind', stopping);
  const outcomes = await applyAll(fixture);
  expect(listReported(outcomes)).toMatchObject([
    {
      code: 'drain-timeout',
      summary: expect.stringContaining('after 600 s; the cycle is stopped'),
    },
  ]);
  expect(outcomes.some(hasWritten)).toBe(true);
  expect(status()).toBe('Paused');
  editManifest(fixture, 'northwind', starting);
  expect((await fixture.drift()).flatMap((each) => ('items' in each ? each.items : []))).toEqual(
    [],
  );
  await applyAll(fixture);
  expect(status()).toBe('Active');
  expect(listLeft(await fixture.plan())).toEqual([]);
});

it('reports an interruption when it is stopped while it waits', async () => {
  const { fixture } = await openBusy();
  editManifest(fixture, 'northwind', stopping);
  const planned = await fixture.plan();
  const isStopping = after(fixture, ({ path }) => path.endsWith('/deactivate'));
  const reported = listReported(await applyAll(fixture, { planned, isStopping }));
  expect(reported).toMatchObject([{ code: 'interrupted' }]);
  expect(reported.map(({ code, remedy }) => remedy ?? codes[code].remedy)).toEqual([
    expect.stringContaining('Run cyclectl resume to continue'),
  ]);
});

/** A cycle that an apply paused for an edit, and whose start was refused. */
async function openLeftPaused(): Promise<TestFixture> {
  const fixture = await openQuickstart();
  await applyAll(fixture);
  editManifest(fixture, 'northwind', { from: 'region: emea', to: 'region: apac' });
  const { control } = fixture.emulator;
  control.plantFaults([
    { method: 'PUT', path: '/v1.0/cycles/*/activate', every: 1, do: 'status', status: 400 },
  ]);
  const left = listReported(await applyAll(fixture));
  expect(left).toContainEqual(expect.objectContaining({ code: 'left-paused' }));
  control.plantFaults([]);
  return fixture;
}

it('reports again that an earlier run left a cycle paused when it is stopped before the start', async () => {
  const fixture = await openLeftPaused();
  const planned = await fixture.plan();
  const isStopping = after(fixture, ({ method }) => method === 'PATCH');
  const reported = listReported(await applyAll(fixture, { planned, isStopping }));
  expect(reported).toMatchObject([{ code: 'left-paused' }]);
  await applyAll(fixture);
  expect(listLeft(await fixture.plan())).toEqual([]);
});

it('reports it again also when the start is held back for a value that the service does not keep', async () => {
  const fixture = await openLeftPaused();
  const { control } = fixture.emulator;
  control.plantFaults([{ method: 'PUT', path: '/v1.0/cycles/*', every: 1, do: 'ignore' }]);
  const named = /displayName: Contacts to files/;
  editManifest(fixture, 'northwind', { from: named, to: 'displayName: Contacts into files' });
  const codes = listReported(await applyAll(fixture)).map(({ code }) => code);
  expect(codes).toEqual(expect.arrayContaining(['kept-another-value', 'left-paused']));
  control.plantFaults([]);
  await applyAll(fixture);
  expect(listLeft(await fixture.plan())).toEqual([]);
});
