import { expect, it } from 'vitest';
import { listUnfinished } from '../../../../src/engine/run/journal/list-unfinished.ts';
import { put, signIn } from '../../../emulator/support/start-emulator.ts';
import { makeMortal } from '../../../faults/deaths/death.ts';
import { acceptIn } from '../../../worlds/features/accept-in.ts';
import { makeSession } from '../../../worlds/make-session.ts';
import { applyAll, listLeft, listWrites, readLive } from '../../../worlds/quickstart.ts';
import { editByHand, listDrifted, mailer, openChanged, readRecords } from './open-changed.ts';

it('moves the baseline of what was named and nothing else, sends nothing, and notes who and why', async () => {
  const fixture = await openChanged({
    account: { Description: 'by hand', AuditInfo: 'x' },
    mailer: { Description: 'more' },
  });
  const before = await readRecords(fixture);
  const since = fixture.emulator.requests().length;
  const { outcomes } = await acceptIn(fixture, { addresses: ['northwind/description'] });
  expect(outcomes).toMatchObject([
    { account: 'northwind', accepted: [{ path: 'description' }], already: 0, diagnostics: [] },
  ]);
  expect(listWrites(fixture, since)).toEqual([]);
  const after = await readRecords(fixture);
  const own = before.get('northwind');
  expect(after.get('northwind')).toEqual({
    ...own,
    baseline: { ...own?.baseline, description: { kind: 'plain', value: 'by hand' } },
  });
  expect([...after].filter(([address]) => address !== 'northwind')).toEqual(
    [...before].filter(([address]) => address !== 'northwind'),
  );
  expect(await listDrifted(fixture)).toEqual(['northwind/auditInfo', `${mailer}/description`]);
  expect(listLeft(await fixture.plan())).toEqual([]);
  expect(await fixture.store.listRuns(1)).toMatchObject([
    {
      command: 'accept',
      reason: 'agreed',
      end: { outcome: 'done', accounts: { done: 1, planned: 0 } },
    },
  ]);
  const [run] = await fixture.store.listRuns(1);
  expect(await Array.fromAsync(fixture.store.readRunAccounts(run?.id ?? ''))).toMatchObject([
    {
      account: 'northwind',
      state: 'done',
      accepted: ['northwind/description'],
    },
  ]);
  expect(await fixture.store.listLocks()).toEqual([]);
});

it('accepts everything below an object, and everything of an account', async () => {
  const fixture = await openChanged({
    account: { AuditInfo: 'x' },
    mailer: { Description: 'more', Tags: ['a'] },
    crm: { Description: 'ours' },
  });
  await acceptIn(fixture, { addresses: [mailer] });
  expect(await listDrifted(fixture)).toEqual([
    'northwind/auditInfo',
    'northwind/connectors/crm/description',
  ]);
  await acceptIn(fixture, { addresses: ['northwind'] });
  expect(await listDrifted(fixture)).toEqual([]);
  await applyAll(fixture);
  expect(await listDrifted(fixture)).toEqual([]);
});

it('takes what changes after it as a change again, also back to what it was', async () => {
  const fixture = await openChanged({ account: { AuditInfo: 'x' } });
  await acceptIn(fixture);
  await editByHand(fixture, { account: { AuditInfo: '' } });
  expect(await listDrifted(fixture)).toEqual(['northwind/auditInfo']);
});

it('refuses managed drift, an address without drift, and accepts nothing beside them', async () => {
  const fixture = await openChanged({ account: { Timezone: 'Asia/Tokyo', AuditInfo: 'x' } });
  const addresses = ['northwind/timezone', 'northwind/description', 'northwind/auditInfo'];
  const { refused, outcomes } = await acceptIn(fixture, { addresses });
  expect(refused).toMatchObject([
    {
      code: 'accept-refused',
      address: 'northwind/timezone',
      remedy: expect.stringMatching(/--revert.*--adopt.*--ignore/),
    },
    {
      code: 'no-drift',
      summary: 'northwind/description has no drift: nothing there that drift compares has changed',
    },
  ]);
  expect(outcomes).toEqual([]);
  const whole = await acceptIn(fixture, { addresses: ['northwind'] });
  expect(whole.outcomes).toMatchObject([{ accepted: [{ path: 'auditInfo' }] }]);
  expect(await listDrifted(fixture)).toEqual(['northwind/timezone']);
});

it('accepts nothing of an account in which one of the values has changed again, and the others', async () => {
  const fixture = await openChanged({
    account: { AuditInfo: 'x', Description: 'y' },
    contoso: { AuditInfo: 'z' },
  });
  const meanwhile = () => editByHand(fixture, { account: { AuditInfo: 'w' } });
  const { outcomes } = await acceptIn(fixture, { meanwhile });
  expect(outcomes).toMatchObject([
    { account: 'contoso', accepted: [{ path: 'auditInfo' }], diagnostics: [] },
    {
      account: 'northwind',
      accepted: [],
      diagnostics: [
        {
          code: 'accept-moved',
          summary: 'northwind changed since it was read, at northwind/auditInfo',
        },
      ],
    },
  ]);
  expect(await listDrifted(fixture)).toEqual(['northwind/description', 'northwind/auditInfo']);
  expect(await fixture.store.listRuns(1)).toMatchObject([
    { end: { outcome: 'partial', accounts: { done: 1, refused: 1 } } },
  ]);
  const [run] = await fixture.store.listRuns(1);
  expect(await Array.fromAsync(fixture.store.readRunAccounts(run?.id ?? ''))).toMatchObject([
    { account: 'contoso', state: 'done', accepted: ['contoso/auditInfo'] },
    { account: 'northwind', state: 'refused', accepted: [] },
  ]);
});

it('refuses a value that was taken back meanwhile', async () => {
  const fixture = await openChanged({ account: { AuditInfo: 'x' } });
  const meanwhile = () => editByHand(fixture, { account: { AuditInfo: '' } });
  const { outcomes } = await acceptIn(fixture, { meanwhile });
  expect(outcomes).toMatchObject([{ accepted: [], diagnostics: [{ code: 'accept-moved' }] }]);
  expect(await listDrifted(fixture)).toEqual([]);
});

it('refuses a mapping that is gone and was written again meanwhile', async () => {
  const fixture = await openChanged({});
  const live = readLive(fixture, 'northwind');
  const caller = (await signIn(fixture.emulator)).inside(live.id);
  const step = live.cycles
    .find(({ name }) => name === 'Contacts to mailer')
    ?.steps.find(({ name }) => name === 'List changed contacts');
  const item = step?.method.parameters.find(({ key }) => key === 'modifiedSince');
  const write = (edit: object) => put(caller, `/steps/${step?.id}/parameters/${item?.id}`, edit);
  await write({ MappingType: 'Ignore' });
  const path = 'steps/List changed contacts/parameters/modifiedSince';
  expect(await listDrifted(fixture)).toEqual([`northwind/cycles/contacts-to-mailer/${path}`]);
  const meanwhile = async () => {
    await write({ MappingType: 'StaticValue', Value: '{{LastSuccessfulRunDate}}' });
  };
  const { outcomes } = await acceptIn(fixture, { meanwhile });
  expect(await listDrifted(fixture)).toEqual([]);
  expect(outcomes).toMatchObject([
    { accepted: [], already: 0, diagnostics: [{ code: 'accept-moved' }] },
  ]);
});

it('skips a locked account, and says who locked it', async () => {
  const fixture = await openChanged({ account: { AuditInfo: 'x' } });
  const { holder } = makeSession();
  const meanwhile = async () => {
    await fixture.store.heartbeat(holder);
    await fixture.store.acquireLock('northwind', holder);
  };
  const { outcomes } = await acceptIn(fixture, { meanwhile, isGone: () => false });
  expect(outcomes).toMatchObject([{ accepted: [], diagnostics: [{ code: 'lock-held' }] }]);
  expect(outcomes?.[0]?.diagnostics[0]?.remedy).toContain('accept again');
  expect(await listDrifted(fixture)).toEqual(['northwind/auditInfo']);
});

it('saves nothing of an account whose lock another run has taken meanwhile', async () => {
  const fixture = await openChanged({ account: { AuditInfo: 'x' } });
  const { outcomes } = await acceptIn(fixture, {
    tap: async ({ name }, go) => {
      if (name !== 'update') return go();
      const [lock] = await fixture.store.listLocks();
      const { holder } = makeSession();
      await fixture.store.acquireLock('northwind', holder, lock?.fence);
      return go();
    },
  });
  expect(outcomes).toMatchObject([{ accepted: [], diagnostics: [{ severity: 'error' }] }]);
  expect(await listDrifted(fixture)).toEqual(['northwind/auditInfo']);
});

it('takes what another accept has just saved as done', async () => {
  const fixture = await openChanged({ account: { AuditInfo: 'x', Description: 'y' } });
  const addresses = ['northwind/auditInfo'];
  const meanwhile = async () => void (await acceptIn(fixture, { addresses }));
  const { outcomes } = await acceptIn(fixture, { meanwhile });
  expect(outcomes).toMatchObject([
    { accepted: [{ path: 'description' }], already: 1, diagnostics: [] },
  ]);
  expect(await listDrifted(fixture)).toEqual([]);
});

it('leaves all of an account accepted or nothing wherever it dies, and the next one finishes', async () => {
  const fixture = await openChanged({});
  for (let effect = 0; ; effect += 1) {
    await editByHand(fixture, { account: { AuditInfo: `x${effect}`, Description: `y${effect}` } });
    const { outcomes } = await acceptIn(fixture, makeMortal(effect));
    expect([0, 2]).toContain((await listDrifted(fixture)).length);
    await acceptIn(fixture);
    expect(await listDrifted(fixture)).toEqual([]);
    const runs = await fixture.store.listRuns(99);
    expect(runs.filter(({ end }) => end === null).length).toBeLessThanOrEqual(1);
    if (outcomes !== null) break;
  }
}, 120_000);

it('leaves a run that drift names, with the command that goes on, where it dies before it saves', async () => {
  const fixture = await openChanged({ account: { AuditInfo: 'x' } });
  await acceptIn(fixture, makeMortal(1, 'store acquireLock'));
  const known = { keys: new Set<string>(), ids: new Set<string>(), isGone: () => true, place: {} };
  expect(await listUnfinished(fixture.store, known)).toMatchObject([
    {
      code: 'run-interrupted',
      summary: expect.stringMatching(/^The accept .* 0 of 1 accounts were done/),
      remedy: expect.stringContaining('Run cyclectl drift, and accept what it still lists'),
    },
  ]);
  expect(await listDrifted(fixture)).toEqual(['northwind/auditInfo']);
});
