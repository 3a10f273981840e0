import { describe, expect, it } from 'vitest';
import {
  adopted,
  anotherStep,
  listPlanRefusals,
  ofFirst,
  openAdopted,
  promoteRelease,
  readStatus,
  upgradeInstalled,
  writeCycle,
} from '../../../worlds/cases/adopted-cycle.ts';
import { planOf, type TestFixture } from '../../../worlds/fixture.ts';
import { applyAll, listLeft, listReported, listWrites } from '../../../worlds/quickstart.ts';

const cycle = `  cycles:
    sync:
      from: {template: ${adopted.template}}
      displayName: ${adopted.template}
      state: active
      schedule: {every: 15m}
      steps:
        Get contact: {parameters: {contactId: {step: List changed contacts, field: Contact.Id}}}
        Write file:
          fields: {name: {step: List changed contacts, field: Contact.Id}}
`;

const release = [
  {
    name: 'List changed contacts',
    connector: 'Sample CRM',
    parameters: { modifiedSince: '{{LastSuccessfulRunDate}}' },
  },
  { name: 'Get contact', connector: 'Sample CRM' },
  // What the manifest maps in another way, and was never set on the cycle: an upgrade takes the template's.
  {
    name: 'Write file',
    connector: 'Sample File Store',
    fields: { name: ofFirst('Contact.Email') },
  },
];
// The same with what the manifest maps.
const asManaged = [
  ...release.slice(0, 2),
  { name: 'Write file', connector: 'Sample File Store', fields: { name: ofFirst('Contact.Id') } },
];

function upgrade(
  fixture: TestFixture,
  steps: readonly object[],
  variables?: Readonly<Record<string, string | null>>,
): void {
  promoteRelease(fixture, steps, variables);
  upgradeInstalled(fixture);
}

async function listFound(fixture: TestFixture) {
  return (await fixture.drift()).flatMap((account) =>
    account.kind === 'read' ? account.items.map(({ path, kind }) => [path, kind]) : [],
  );
}

describe('a cycle that was upgraded in the console', () => {
  it('gets back what the manifest maps, and runs on', async () => {
    const fixture = await openAdopted(cycle);
    upgrade(fixture, release);
    expect(await listFound(fixture)).toContainEqual(['steps/Write file/fields/name', 'field']);
    const { operations } = planOf(await fixture.plan(), 'northwind');
    expect(operations.map(({ does }) => does)).toContain('writes steps/Write file/fields/name');
    expect(listReported(await applyAll(fixture))).toEqual([]);
    expect(listLeft(await fixture.plan())).toEqual([]);
    expect(readStatus(fixture)).toBe('Active');
  });

  it('gets back a setting that the manifest has', async () => {
    const fixture = await openAdopted(cycle.replace('state:', 'errorAction: Retry\n      state:'));
    upgrade(fixture, asManaged);
    expect(await listFound(fixture)).toContainEqual(['errorAction', 'field']);
    expect(listReported(await applyAll(fixture))).toEqual([]);
    expect(listLeft(await fixture.plan())).toEqual([]);
  });

  it('is refused by the plan where the new release lacks a step that the manifest names', async () => {
    const fixture = await openAdopted(cycle);
    const renamed = { ...release[2], name: 'Write files', method: 'Write file' };
    upgrade(fixture, [...release.slice(0, 2), renamed]);
    expect(await fixture.drift()).toMatchObject([
      {
        items: expect.arrayContaining([
          expect.objectContaining({
            path: 'steps/Write file/fields/name',
            lost: expect.anything(),
          }),
          // A person may have renamed the step as well.
          expect.objectContaining({ path: 'steps', kind: 'unmanaged' }),
        ]),
      },
    ]);
    const [refused] = await listPlanRefusals(fixture);
    expect(refused).toMatchObject({ code: 'step-unknown' });
  });

  it('is refused by the plan where the new release requires a mapping that has no value, with the line to write', async () => {
    const fixture = await openAdopted(cycle);
    upgrade(fixture, [...release, anotherStep]);
    const since = fixture.emulator.requests().length;
    const [refused] = await listPlanRefusals(fixture);
    expect(refused).toMatchObject({
      code: 'prerequisite-missing',
      summary:
        'northwind/cycles/sync/steps/List again/parameters/modifiedSince needs a value before "Contacts to Files" can start again: none is set',
      address: 'northwind/cycles/sync/steps/List again/parameters/modifiedSince',
      at: { file: adopted.file, line: 12, column: 5 },
      remedy: 'Write under steps, "List again", parameters: modifiedSince: VALUE.',
    });
    expect(listReported(await applyAll(fixture))).toEqual([]);
    expect(listWrites(fixture, since)).toEqual([]);
    expect(readStatus(fixture)).toBe('Active');
    const given = '        List again: {parameters: {modifiedSince: "2026-01-01"}}\n';
    writeCycle(fixture, `${cycle}${given}`);
    expect(listReported(await applyAll(fixture))).toEqual([]);
    expect(listLeft(await fixture.plan())).toEqual([]);
    expect(readStatus(fixture)).toBe('Active');
  });

  it('is not paused where a mapping came to be required after the plan, and the step is named', async () => {
    const fixture = await openAdopted(cycle);
    writeCycle(fixture, cycle.replace('every: 15m', 'every: 1h'));
    const planned = await fixture.plan();
    upgrade(fixture, [...asManaged, anotherStep]);
    const since = fixture.emulator.requests().length;
    const reported = listReported(await applyAll(fixture, { planned }));
    expect(reported.map(({ code }) => code)).toEqual(['prerequisite-missing']);
    expect(reported[0]?.summary).toContain('steps/List again/parameters/modifiedSince');
    expect(listWrites(fixture, since)).toEqual([]);
    expect(readStatus(fixture)).toBe('Active');
  });

  it('is edited where the edit gives the variable its value that the new release maps', async () => {
    const fixture = await openAdopted(cycle);
    const mapped = { ...anotherStep, parameters: { modifiedSince: { variable: 'since' } } };
    upgrade(fixture, [...release, mapped], { region: 'eu', since: null });
    const given = cycle.replace('steps:', 'variables: {since: "2026-01-01"}\n      steps:');
    writeCycle(fixture, given);
    expect(listReported(await applyAll(fixture))).toEqual([]);
    expect(listLeft(await fixture.plan())).toEqual([]);
    expect(readStatus(fixture)).toBe('Active');
  });
});
