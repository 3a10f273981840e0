import { expect, it } from 'vitest';
import type { Address } from '../../../../src/model/address.ts';
import { put } from '../../../emulator/support/start-emulator.ts';
import { itemsOf, openMoved } from '../../../worlds/cases/moved-account.ts';
import { openConsoleUser } from '../../../worlds/console/console-user.ts';
import { planOf } from '../../../worlds/fixture.ts';
import { editManifest, listReported } from '../../../worlds/quickstart.ts';

const name = 'Contacts to files';
const cycle = 'northwind/cycles/contacts-to-files';
const mapping = `${cycle}/steps/Write file/fields/[rows].[cells].value`;
const all = { addresses: [], isNew: true };

/** A mapping that no manifest manages was changed, and the step that it took its value from renamed. */
async function openRenamed() {
  const moved = await openMoved();
  const { fixture, find, stop, rename } = moved;
  // Git names nothing of the step.
  editManifest(fixture, 'northwind', {
    from: `        Get contact:
          parameters:
            contactId: {expression: '{{"List changed contacts" "Contact.Id"}}'}
            list: {option: Customers}
`,
    to: '',
  });
  editManifest(fixture, 'northwind', {
    from: '            Contact.Name: {step: Get contact, field: Name}\n',
    to: '',
  });
  const outcomes = await fixture.apply();
  expect(listReported(outcomes)).toEqual([]);
  await stop(name);
  const { caller } = await openConsoleUser(fixture.emulator);
  const step = find(name)?.steps.find((each) => each.name === 'Write file');
  const field = (key: string) => step?.method.fields.find((each) => each.key === key)?.id;
  for (const key of ['[rows].[cells].value', 'name']) {
    const path = `/steps/${step?.id}/fieldmappings/${field(key)}`;
    const edit = { MappingType: 'StaticValue', Value: 'by hand' };
    expect((await put(caller.inside('northwind-8812'), path, edit)).status).toBe(200);
  }
  await rename(name, 'Get contact', 'Fetch contact');
  return moved;
}

it('leaves out a mapping of the baseline whose step is gone, with the reason, and brings the rest of the cycle back', async () => {
  const { fixture } = await openRenamed();
  const items = await itemsOf(fixture);
  const impactOf = (path: string) => items.find((item) => item.path === path)?.impact;
  expect(impactOf('steps/Write file/fields/[rows].[cells].value')).toBe('needs-human');
  expect(impactOf('steps/Write file/fields/name')).toBe('in-place');
  const planned = await fixture.plan({ revert: all });
  const { changes, notices } = planOf(planned, 'northwind');
  expect(changes).toMatchObject([
    { address: cycle, fields: [{ path: 'steps/Write file/fields/name' }, { path: 'state' }] },
  ]);
  const left = notices.flatMap((notice) => (notice.kind === 'warning' ? [notice.diagnostic] : []));
  expect(left).toMatchObject([
    {
      code: 'not-reverted',
      address: `${cycle}/steps`,
      summary: expect.stringContaining('only a person can restore it'),
    },
    {
      code: 'not-reverted',
      address: mapping,
      summary: `${mapping} cannot be reverted: the cycle has no step "Get contact"`,
      remedy: expect.stringContaining('drift -e local --accept'),
    },
  ]);
  const outcomes = await fixture.apply({ revert: { ...all, isNew: false }, planned });
  expect(listReported(outcomes)).toEqual([]);
}, 60_000);

it('refuses the address of such a mapping with the same reason', async () => {
  const { fixture } = await openRenamed();
  const revert = { addresses: [mapping as Address], isNew: true };
  expect(await fixture.plan({ revert })).toMatchObject([
    {
      kind: 'unplanned',
      diagnostics: [
        {
          code: 'revert-refused',
          summary: `${mapping} cannot be reverted: the cycle has no step "Get contact"`,
        },
      ],
    },
  ]);
}, 60_000);

it('leaves a secret to a person that was typed where there was nothing, and says so', async () => {
  const { fixture, stop, type } = await openMoved();
  await stop(name);
  await type(name, ['Get contact', 'apiToken'], 'typed-not-a-secret');
  const path = 'steps/Get contact/parameters/apiToken';
  const item = (await itemsOf(fixture)).find((each) => each.path === path);
  expect(item?.impact).toBe('needs-human');
  const revert = { addresses: [`${cycle}/${path}` as Address], isNew: true };
  const summary = `${cycle}/${path} cannot be reverted: no manifest manages it, and only a person can restore it`;
  expect(await fixture.plan({ revert })).toMatchObject([
    { kind: 'unplanned', diagnostics: [{ code: 'revert-refused', summary }] },
  ]);
  const { notices } = planOf(await fixture.plan({ revert: all }), 'northwind');
  expect(notices).toContainEqual(
    expect.objectContaining({
      diagnostic: expect.objectContaining({ code: 'not-reverted', summary }),
    }),
  );
}, 60_000);

it('asks for each thing once, as drift does', async () => {
  const { fixture } = await openMoved();
  const listAsked = async (look: () => Promise<unknown>) => {
    const since = fixture.emulator.requests().length;
    await look();
    return fixture.emulator
      .requests()
      .slice(since)
      .map(({ method, path }) => `${method} ${path}`);
  };
  const one = { addresses: ['northwind' as Address], isNew: true };
  const ofOne = await listAsked(() => fixture.plan({ revert: one }));
  expect(ofOne).toEqual([...new Set(ofOne)]);
  const asked = await listAsked(() => fixture.plan({ revert: all }));
  const compared = await listAsked(() => fixture.drift());
  expect(asked.length).toBeLessThanOrEqual(compared.length);
}, 60_000);
