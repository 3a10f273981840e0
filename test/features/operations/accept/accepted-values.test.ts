import { expect, it } from 'vitest';
import type { FieldPath } from '../../../../src/model/address.ts';
import { acceptIn } from '../../../worlds/features/accept-in.ts';
import { applyAll, editManifest } from '../../../worlds/quickstart.ts';
import { editByHand, listDrifted, openChanged, readRecords } from './open-changed.ts';

it('accepts a change of a line that Git has just released', async () => {
  const fixture = await openChanged({ account: { Timezone: 'Asia/Tokyo' } });
  editManifest(fixture, 'northwind', { from: '  timezone: Europe/Berlin\n', to: '' });
  expect(await listDrifted(fixture)).toEqual(['northwind/timezone']);
  expect(await acceptIn(fixture)).toMatchObject({
    outcomes: [{ accepted: [{ path: 'timezone', was: { value: 'Europe/Berlin' } }] }],
  });
  expect(await listDrifted(fixture)).toEqual([]);
  await applyAll(fixture);
  expect(await listDrifted(fixture)).toEqual([]);
});

it('accepts a change that is ignored until a date', async () => {
  const fixture = await openChanged({ account: { AuditInfo: 'x' } });
  editManifest(fixture, 'northwind', {
    from: 'spec:\n',
    to: 'spec:\n  ignore: {auditInfo: {until: "2099-12-31", reason: later, in: [local]}}\n',
  });
  expect(await listDrifted(fixture)).toEqual([]);
  const { outcomes } = await acceptIn(fixture, { addresses: ['northwind/auditInfo'] });
  expect(outcomes).toMatchObject([{ accepted: [{ path: 'auditInfo' }] }]);
});

it('refuses an account that Git renamed, until an apply has moved its state', async () => {
  const fixture = await openChanged({ account: { AuditInfo: 'x' } });
  editManifest(fixture, 'northwind', { from: 'name: northwind', to: 'name: northwind-ag' });
  const { refused, found } = await acceptIn(fixture);
  expect(refused).toMatchObject([
    { code: 'accept-refused', remedy: 'Run cyclectl apply first to move the entry.' },
  ]);
  expect(found).toEqual([]);
  await applyAll(fixture);
  expect(await acceptIn(fixture)).toMatchObject({ outcomes: [{ account: 'northwind-ag' }] });
  expect(await listDrifted(fixture)).toEqual([]);
});

it('stores a text like a secret as its fingerprint, and knows the next one from it', async () => {
  const text = 'password=hunter2-8812';
  const fixture = await openChanged({ account: { Description: text } });
  const { outcomes } = await acceptIn(fixture);
  expect(outcomes).toMatchObject([{ accepted: [{ is: { kind: 'secret' } }] }]);
  const own = (await readRecords(fixture)).get('northwind');
  expect(own?.baseline?.['description' as FieldPath]).toMatchObject({ kind: 'secret' });
  expect(JSON.stringify(own)).not.toContain('hunter2');
  expect(await listDrifted(fixture)).toEqual([]);
  await editByHand(fixture, { account: { Description: `${text}0` } });
  expect(await listDrifted(fixture)).toEqual(['northwind/description']);
});

it('refuses a reason with a known secret or a text like one, which the history would show', async () => {
  const fixture = await openChanged({ account: { AuditInfo: 'x' } });
  for (const secret of ['canary-1+ä/crm=', 'password=hunter2-8812']) {
    const { refused, found } = await acceptIn(fixture, { reason: `it is ${secret} now` });
    expect(refused).toMatchObject([{ code: 'accept-refused' }]);
    expect(JSON.stringify(refused)).not.toContain(secret);
    expect(found).toEqual([]);
  }
  expect(await fixture.store.listRuns(9)).toEqual([]);
});

it('accepts what a service that offers only what is documented shows', async () => {
  const fixture = await openChanged({ account: { AuditInfo: 'x' }, mailer: { Tags: ['a'] } });
  const { refused, outcomes } = await acceptIn(fixture, { contract: 'documented' });
  expect(refused).toEqual([]);
  expect(outcomes?.flatMap(({ diagnostics }) => diagnostics)).toEqual([]);
});
