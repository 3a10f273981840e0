import { expect, it } from 'vitest';
import { makeAnswerFront } from '../../../worlds/laws/looked-at/answer-front.ts';
import { applyAll, editManifest, openQuickstart, planOne } from '../../../worlds/quickstart.ts';

const address = 'northwind/cycles/contacts-to-mailer';
const path = 'steps/Add subscriber/fields/Status';
const unknown = { kind: 'unknown', type: 'CycleVariable', value: 'subscribed' };

/** Applies, and lets the service show the static value `subscribed` as one of another type. */
async function openChanged(edit?: { readonly from: string; readonly to: string }) {
  const front = makeAnswerFront();
  const fixture = await openQuickstart({ front: front.open });
  await applyAll(fixture);
  if (edit !== undefined) {
    editManifest(fixture, 'northwind', edit);
    await applyAll(fixture);
  }
  front.changes.push((of, item) =>
    of === 'mapping' && item.Value === 'subscribed'
      ? { ...item, MappingType: 'CycleVariable' }
      : item,
  );
  return fixture;
}

it('a mapping that got an unknown type is drift, though its text is the same, and a plan writes its own value over it', async () => {
  const fixture = await openChanged();
  const drift = await fixture.drift();
  const found = drift.flatMap((each) => (each.kind === 'read' ? each.items : []));
  expect(found).toMatchObject([{ address, path, now: { kind: 'plain', value: unknown } }]);
  const { changes } = await planOne(fixture, 'northwind');
  expect(changes).toMatchObject([{ address, verb: 'update', fields: [{ path }] }]);
});

it('an unmanaged mapping that got one is an unmanaged change', async () => {
  const fixture = await openChanged({ from: '            Status: subscribed\n', to: '' });
  const drift = await fixture.drift();
  const found = drift.flatMap((each) => (each.kind === 'read' ? each.items : []));
  expect(found).toMatchObject([{ kind: 'unmanaged', address, path, now: { value: unknown } }]);
});
