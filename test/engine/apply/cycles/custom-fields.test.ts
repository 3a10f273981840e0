import { describe, expect, it } from 'vitest';
import type { Choices } from '../../../../src/emulator/world/choices.ts';
import type { PlannedAccount } from '../../../../src/model/report/report.ts';
import { quickstartWorldText } from '../../../emulator/support/worlds.ts';
import { findDumped, labelDumped } from '../../../worlds/console/dumped.ts';
import { destroyIn } from '../../../worlds/features/destroy-in.ts';
import { exportAccounts } from '../../../worlds/features/export-accounts.ts';
import type { TestFixture } from '../../../worlds/fixture.ts';
import {
  editManifest,
  listLeft,
  listReasons,
  openQuickstart,
  quickstartIds,
} from '../../../worlds/quickstart.ts';

// A custom field of a connector that the method of its step does not list: only fieldsformapping of a later step knows it
// (SERVICE L [Q2]).

const phone = '- Contact.Phones.[mobile].number';
const world = quickstartWorldText.replace(
  phone,
  `${phone}\n              - {location: Contact.Score, custom: true}`,
);
const name = {
  from: 'Contact.Name: {step: Get contact, field: Name}',
  to: 'Contact.Name: {step: List changed contacts, field: Contact.Score}',
};
const merged = { from: '"Contact.Id"}}', to: '"Contact.Score"}}' };
const sources = '/v1.0/steps/*/fieldsformapping';

/** A place where both mappings come from the custom field. */
async function openChanged(choices: Partial<Choices> = {}): Promise<TestFixture> {
  const fixture = await openQuickstart({ world, choices });
  editManifest(fixture, 'northwind', name);
  editManifest(fixture, 'northwind', merged);
  await fixture.apply();
  return fixture;
}

function countAsked(fixture: TestFixture, since: number): number {
  const asked = fixture.emulator.requests().slice(since);
  return asked.filter(({ path }) => path.endsWith('/fieldsformapping')).length;
}

async function countWhile(fixture: TestFixture, act: () => Promise<unknown>): Promise<number> {
  const before = fixture.emulator.requests().length;
  await act();
  return countAsked(fixture, before);
}

function tell(planned: readonly PlannedAccount[]): readonly (string | undefined)[] {
  const reasons = listReasons(planned);
  return [
    ...reasons.flatMap(({ summary, remedy }) => [summary, remedy ?? undefined]),
    ...planned.flatMap((each) =>
      each.kind === 'planned' ? each.plan.operations.map(({ does }) => does) : [],
    ),
  ];
}

async function listDrift(fixture: TestFixture): Promise<readonly object[]> {
  const read = await fixture.drift();
  return read.flatMap((each): readonly object[] => (each.kind === 'read' ? each.items : [each]));
}

/** What the service holds of a mapping of the cycle, and the field that it should come from. */
function readMapped(fixture: TestFixture) {
  const account = findDumped(fixture.emulator, quickstartIds.northwind);
  const cycle = account?.cycles.find((each) => each.name === 'Contacts to files');
  if (cycle === undefined) throw new Error('The service has no such cycle');
  const steps = labelDumped(cycle);
  const [list, get, write] = ['List changed contacts', 'Get contact', 'Write file'].map((each) =>
    steps.get(each),
  );
  const score = list?.method.responseFields.find(({ key }) => key === 'Contact.Score')?.id;
  const target = write?.method.fields.find(({ key }) => key === 'Contact.Name')?.id ?? 0;
  const contactId = get?.method.parameters.find(({ key }) => key === 'contactId')?.id ?? 0;
  return {
    list: list?.id,
    score,
    mapped: write?.mappings[target],
    text: get?.mappings[contactId]?.value,
  };
}

function expectMapped(fixture: TestFixture): void {
  const { list, score, mapped, text } = readMapped(fixture);
  expect(score).toEqual(expect.any(Number));
  expect(mapped).toMatchObject({ type: 'PreviousStep', sourceStepId: list, sourceFieldId: score });
  expect(text).toBe(`{{${list} ${score}}}`);
}

/** Requests that the look at the account is estimated to take. */
async function countPlanned(fixture: TestFixture): Promise<number> {
  const planned = await fixture.plan();
  return planned.reduce(
    (sum, each) => sum + (each.kind === 'planned' ? (each.plan.requests?.plan ?? 0) : 0),
    0,
  );
}

const writes = ['contactId', 'Contact.Name'].map((target) =>
  expect.stringMatching(new RegExp(`^writes steps/.*/${target.replace('.', '[.]')}$`)),
);

describe('a source that the method of its step does not list', () => {
  it('is planned, written, comes to rest, and is named by an export that is applied again', async () => {
    const fixture = await openQuickstart({ world });
    expect(await countWhile(fixture, () => fixture.apply())).toBe(0);
    expect(await countWhile(fixture, () => fixture.plan())).toBe(0);
    editManifest(fixture, 'northwind', name);
    editManifest(fixture, 'northwind', merged);
    const planned = await fixture.plan();
    expect(tell(planned).filter((does) => does?.startsWith('writes'))).toEqual(writes);
    await fixture.apply({ planned });
    expectMapped(fixture);
    // One for each step that takes such a field.
    expect(
      await countWhile(fixture, async () => expect(listLeft(await fixture.plan())).toEqual([])),
    ).toBe(2);
    expect(await listDrift(fixture)).toEqual([]);

    fixture.manifests.delete('accounts/northwind.yaml');
    expect(await countWhile(fixture, () => exportAccounts(fixture))).toBe(2);
    const exported = [...fixture.manifests].find(([path]) => path.includes('northwind'))?.[1] ?? '';
    expect(exported).toContain('Contact.Name: {step: List changed contacts, field: Contact.Score}');
    expect(exported).toContain(`'{{"List changed contacts" "Contact.Score"}}'`);
    expect(tell(await fixture.plan()).filter((does) => does?.startsWith('writes steps'))).toEqual(
      [],
    );
  });

  it('is written into a cycle that is made in the same apply', async () => {
    const fixture = await openQuickstart({ world });
    editManifest(fixture, 'northwind', name);
    editManifest(fixture, 'northwind', merged);
    await fixture.apply();
    expectMapped(fixture);
    expect(listLeft(await fixture.plan())).toEqual([]);
  });

  it('is requested where a mapping comes from it that the manifest has otherwise', async () => {
    const fixture = await openChanged();
    editManifest(fixture, 'northwind', { from: name.to, to: name.from });
    editManifest(fixture, 'northwind', { from: merged.to, to: merged.from });
    const changes = (await fixture.plan()).flatMap((each) =>
      each.kind === 'planned'
        ? each.plan.changes.flatMap((change) => ('fields' in change ? change.fields : []))
        : [],
    );
    expect(changes.map(({ before }) => before)).toMatchObject([
      { value: { expression: '{{"List changed contacts" "Contact.Score"}}' } },
      { value: { step: 'List changed contacts', field: 'Contact.Score' } },
    ]);
  });

  it('is named in what is kept of a cycle that is destroyed', async () => {
    const fixture = await openChanged();
    const asked = await countWhile(fixture, async () => {
      const { kept } = await destroyIn(fixture, ['northwind']);
      expect(kept.get('northwind')).toContain('"Contact.Score"');
    });
    expect(asked).toBeGreaterThan(0);
  });

  it('is counted by the estimate of a plan', async () => {
    const fixture = await openChanged();
    const before = await countPlanned(fixture);
    editManifest(fixture, 'northwind', { from: name.to, to: name.from });
    editManifest(fixture, 'northwind', { from: merged.to, to: merged.from });
    await fixture.apply();
    expect(before - (await countPlanned(fixture))).toBe(2);
  });

  it('is not requested where the method lists it', async () => {
    const fixture = await openChanged({ customFields: 'in methods' });
    expect(await countWhile(fixture, () => fixture.plan())).toBe(0);
    expectMapped(fixture);
  });

  it('is unknown if no list has it, and is reported with the nearest names of both lists', async () => {
    const fixture = await openQuickstart({ world });
    await fixture.apply();
    editManifest(fixture, 'northwind', { ...name, to: name.to.replace('Score', 'Scor') });
    expect(tell(await fixture.plan())).toEqual([
      'The cycle has no response field "Contact.Scor" in step "List changed contacts"',
      expect.stringContaining('Contact.Score'),
    ]);
  });

  it.each([404, 405])('is unknown where the service has no such list: %i', async (status) => {
    const fixture = await openQuickstart({ world });
    await fixture.apply();
    editManifest(fixture, 'northwind', name);
    fixture.emulator.control.plantFaults([{ path: sources, every: 1, do: 'status', status }]);
    const [summary] = tell(await fixture.plan());
    expect(summary).toContain('has no response field "Contact.Score"');
  });

  it('leaves the account unread where the list cannot be read', async () => {
    const fixture = await openChanged();
    fixture.emulator.control.plantFaults([{ path: sources, every: 1, do: 'status', status: 500 }]);
    expect((await fixture.plan()).map(({ kind }) => kind)).toEqual(['planned', 'unplanned']);
    expect(await listDrift(fixture)).toEqual([expect.objectContaining({ kind: 'unread' })]);
  });
});

it('a webhook that lists no fields gives what later steps are offered, and its cycle comes to rest', async () => {
  const fixture = await openQuickstart({ choices: { webhookFields: 'not in steps' } });
  await fixture.apply();
  expect(listLeft(await fixture.plan())).toEqual([]);
  expect(await countWhile(fixture, async () => expect(await listDrift(fixture)).toEqual([]))).toBe(
    1,
  );
  fixture.manifests.delete('accounts/contoso.yaml');
  await exportAccounts(fixture);
  const exported = [...fixture.manifests.values()].join('\n');
  expect(exported).toContain(`{{"Order received" "total"}} EUR`);
});
