import { describe, expect, it } from 'vitest';
import type { Address } from '../../../src/model/address.ts';
import { isDone, isSuccess } from '../../../src/model/plan/outcome.ts';
import type { PlannedAccount } from '../../../src/model/report/report.ts';
import { applyRoughly } from '../../faults/rough-apply.ts';
import { openMoved } from '../../worlds/cases/moved-account.ts';
import { planOf, type TestFixture } from '../../worlds/fixture.ts';
import { editManifest, listReasons, listWrites, readLive } from '../../worlds/quickstart.ts';

// What apply does with the objects that its plan refused.

const mailer = 'northwind/cycles/contacts-to-mailer' as Address;
const template = 'Contacts to Mailer';

const publish = (fixture: TestFixture, published: boolean) =>
  fixture.emulator.control.console({ publish: { template, published } });

/** Northwind with another timezone in the service, and a cycle whose template is gone. */
async function openRefused() {
  const { fixture } = await openMoved();
  publish(fixture, false);
  editManifest(fixture, 'northwind', { from: 'Status: subscribed', to: 'Status: pending' });
  const planned = await fixture.plan();
  expect(listReasons(planned)).toMatchObject([{ code: 'template-unknown', address: mailer }]);
  return { fixture, planned };
}

const readMailer = (fixture: TestFixture) =>
  readLive(fixture, 'northwind').cycles.find(({ name }) => name === 'Contacts to mailer');

async function apply(fixture: TestFixture, planned: readonly PlannedAccount[]) {
  const since = fixture.emulator.requests().length;
  const outcome = (await fixture.apply({ planned })).find(({ account }) => account === 'northwind');
  return { outcome, writes: listWrites(fixture, since) };
}

describe('apply of a plan that refused an object', () => {
  it('applies the rest, reports the object again, and is no success', async () => {
    const { fixture, planned } = await openRefused();
    const before = readMailer(fixture);
    const { outcome, writes } = await apply(fixture, planned);
    expect(writes).toEqual(['PUT /v1.0/accounts/northwind-8812']);
    expect(outcome).toMatchObject({
      diagnostics: [],
      refused: [{ address: mailer, kind: 'cycle', diagnostics: [{ code: 'template-unknown' }] }],
    });
    expect(outcome && [isDone(outcome), isSuccess(outcome)]).toEqual([true, false]);
    expect(readMailer(fixture)).toEqual(before);
    expect(planOf(await fixture.plan(), 'northwind')).toMatchObject({
      changes: [],
      operations: [],
      hasNews: false,
      refused: [{ address: mailer }],
    });
  });

  it('is no success either where it is stopped before the account', async () => {
    const { fixture, planned } = await openRefused();
    const [outcome] = await fixture.apply({ planned, isStopping: () => true });
    expect(outcome).toMatchObject({ refused: [{ address: mailer }] });
    expect(outcome && isSuccess(outcome)).toBe(false);
  });

  it('leaves it also if the cause is gone, and asks for a new plan', async () => {
    const { fixture, planned } = await openRefused();
    publish(fixture, true);
    const before = readMailer(fixture);
    const { outcome, writes } = await apply(fixture, planned);
    expect(writes).toEqual(['PUT /v1.0/accounts/northwind-8812']);
    expect(outcome?.refused).toMatchObject([{ diagnostics: [{ code: 'refusal-over' }] }]);
    expect(readMailer(fixture)).toEqual(before);
    const again = await fixture.plan();
    expect(listReasons(again)).toEqual([]);
    expect(planOf(again, 'northwind').changes).toMatchObject([{ address: mailer, verb: 'update' }]);
    expect((await apply(fixture, again)).outcome).not.toHaveProperty('refused');
  });

  it('reports the object again where the rest was applied before, and is no success either', async () => {
    const { fixture, planned } = await openRefused();
    await apply(fixture, planned);
    const { outcome, writes } = await apply(fixture, planned);
    expect(writes).toEqual([]);
    expect(outcome).toMatchObject({
      diagnostics: [{ code: 'plan-done', remedy: expect.stringContaining('Make a new plan') }],
      refused: [{ address: mailer, diagnostics: [{ code: 'template-unknown' }] }],
    });
    expect(outcome && isSuccess(outcome)).toBe(false);
  });

  it('applies nothing of an account in which it would refuse more than the plan did', async () => {
    const { fixture } = await openMoved();
    const planned = await fixture.plan();
    publish(fixture, false);
    const { outcome, writes } = await apply(fixture, planned);
    expect(writes).toEqual([]);
    expect(outcome?.diagnostics).toMatchObject([{ code: 'template-unknown' }]);
    expect(outcome).toMatchObject({ outcomes: [] });
  });
});

it('resumes the rest of an account of which an object is refused meanwhile, and says so', async () => {
  const { fixture } = await openMoved();
  const planned = await fixture.plan();
  publish(fixture, false);
  const outcomes = await applyRoughly(fixture, {
    planned,
    isBegun: true,
    tap: (_call, go) => go(),
  });
  const outcome = outcomes?.find(({ account }) => account === 'northwind');
  expect(outcome?.outcomes.map(({ result }) => result)).toEqual(['done']);
  expect(outcome?.diagnostics).toMatchObject([{ code: 'template-unknown', address: mailer }]);
  // It stays unfinished, so that it can be resumed once more.
  expect(outcome && isDone(outcome)).toBe(false);
});
