import { beforeEach, describe, expect, it } from 'vitest';
import type { Change } from '../../../../src/model/plan/change.ts';
import { openMade, readStep, type } from '../../../worlds/cases/made-cycle.ts';
import { acceptIn } from '../../../worlds/features/accept-in.ts';
import type { TestFixture } from '../../../worlds/fixture.ts';
import { editManifest, planOne } from '../../../worlds/quickstart.ts';

// Git names what no apply has written: the baseline shows whether a person has changed it.

const mapping = 'steps/Write file/fields/Contact.Name';

let fixture: TestFixture;

beforeEach(async () => {
  fixture = await openMade();
});

async function typeName(value: string): Promise<void> {
  const { found } = readStep(fixture, 'Write file');
  const target = found.method.fields.find(({ key }) => key === 'Contact.Name');
  const body = { MappingType: 'StaticValue', Value: value };
  await type(fixture, `PUT /steps/${found.id}/fieldmappings/${target?.id}`, body);
}

function name(lines: string): void {
  editManifest(fixture, 'northwind', { from: 'state: paused', to: `state: paused, ${lines}` });
}

const nameMapping = () => name('steps: {Write file: {fields: {Contact.Name: ours}}}');

async function listMoved() {
  const drift = (await fixture.drift()).flatMap((each) =>
    each.kind === 'read' ? each.items.map(({ path, moved }) => [path, moved]) : [],
  );
  const plan = (await planOne(fixture, 'northwind')).changes.flatMap((change: Change) =>
    change.verb === 'update' ? change.fields.map(({ path, moved }) => [path, moved]) : [],
  );
  return { drift, plan };
}

describe('a line of Git about a field that no apply has written', () => {
  it('is no drift where nobody has set a mapping', async () => {
    nameMapping();
    expect(await listMoved()).toEqual({ drift: [], plan: [[mapping, 'manifest']] });
  });

  it('is no drift where nobody has changed a field of the cycle', async () => {
    name('description: ours, retention: {successHours: 96}, errorAction: Continue');
    expect((await listMoved()).drift).toEqual([]);
    expect((await listMoved()).plan.map(([, moved]) => moved)).toEqual(Array(3).fill('manifest'));
  });

  it('is drift where a person has changed it to something else than Git', async () => {
    await typeName('theirs');
    nameMapping();
    expect(await listMoved()).toEqual({ drift: [[mapping, 'both']], plan: [[mapping, 'both']] });
  });

  it('is drift of others alone where Git has what was accepted before', async () => {
    await typeName('accepted');
    await acceptIn(fixture, { addresses: ['northwind'] });
    await typeName('theirs');
    name('steps: {Write file: {fields: {Contact.Name: accepted}}}');
    expect((await listMoved()).drift).toEqual([[mapping, 'live']]);
  });

  it('is of unknown origin where the store was lost', async () => {
    name('retention: {successHours: 96}');
    fixture.loseStore();
    expect((await listMoved()).plan).toEqual([['retention/successHours', 'unknown']]);
  });
});
