import { expect, it } from 'vitest';
import { openEmulator } from '../../../src/emulator/emulator.ts';
import type { Choices } from '../../../src/emulator/world/choices.ts';
import type { World } from '../../../src/emulator/world/file/world.ts';
import { findExportMismatch } from '../../../src/engine/cycle-file/export/find-export-mismatch.ts';
import { makeCycleFile } from '../../../src/engine/cycle-file/export/make-cycle-file.ts';
import { formatCycleFile } from '../../../src/engine/cycle-file/order-keys.ts';
import { parseCycleFile } from '../../../src/engine/cycle-file/parse-cycle-file.ts';
import { readCycleParts } from '../../../src/features/authoring/describe/account/read-whole-account.ts';
import type { MappingSourceWrite } from '../../../src/model/live/writes.ts';
import { openOnEmulator, type Rig, take } from '../../service/open-for-test.ts';
import { installCycle } from '../../service/open-with-cycle.ts';
import { drawWorld } from '../../worlds/generate/generate-world.ts';
import { checkLaw } from '../../worlds/laws/check-law.ts';

const account = 'northwind';
const law =
  'the export of a new cycle has the values of the cycle, with any numbers but shifted ones';

it(law, async () => {
  const trial = {
    law,
    file: 'test/engine/cycle-file/find-export-mismatch.test.ts',
    runs: 8,
    seed: 41,
  };
  await checkLaw(trial, async (draw, note) => {
    const world = drawWorld(draw);
    note(JSON.stringify(world));
    for (const exportNumbers of ['assumed', 'other'] as const) {
      const rig = await open(world, { exportNumbers });
      for (const { id } of take(await rig.reader.listTemplates())) {
        const made = take(await rig.writer.installTemplate(account, id));
        expect(await findMismatch(rig, made.id)).toBeNull();
      }
    }
  });
}, 60_000);

async function open(world: World | string, choices: Partial<Choices>): Promise<Rig> {
  const rig = await openOnEmulator(await openEmulator({ world, choices }));
  take(await rig.writer.createAccount(account, { name: 'Northwind' }));
  return rig;
}

async function findMismatch({ reader }: Rig, cycle: string): Promise<string | null> {
  const made = makeCycleFile(take(await reader.exportCycle(account, cycle)));
  if (made.kind !== 'made') throw new Error(made.says);
  const { file, diagnostics } = parseCycleFile('the export', formatCycleFile(made.document));
  if (file === null) throw new Error(JSON.stringify(diagnostics));
  return findExportMismatch(file, take(await readCycleParts(reader, { account, cycle })));
}

const changed = 'steps/Write file/fields/Contact.Name';

it.each([
  ['text', { type: 'StaticValue', value: 'ours' }],
  ['text of a variable', { type: 'Variable', value: 'region' }],
  ['a listed value', { type: 'ValueList', value: 'ours' }],
  ['a lookup', { type: 'Lookup', triggerValue: '7', triggerLabel: 'Seven' }],
] as const)('an export that lacks %s of its cycle is found, with any numbers', async (_, write) => {
  for (const exportNumbers of ['assumed', 'other'] as const) {
    const rig = await openChanged({ exportNumbers, exportedValues: "the template's" }, write);
    expect(await findMismatch(rig, rig.cycle.id)).toBe(changed);
    const own = await openChanged({ exportNumbers }, write);
    expect(await findMismatch(own, own.cycle.id)).toBeNull();
  }
});

it('an export that has a mapping which its cycle ignores is found', async () => {
  const choices = { exportedValues: "the template's" } as const;
  const rig = await openChanged(choices, { type: 'Ignore' }, 'name');
  expect(await findMismatch(rig, rig.cycle.id)).toBe('steps/Write file/fields/name');
});

it('an export that lacks the value of a variable of its cycle is found', async () => {
  const rig = await installCycle('Contacts to Files', { exportedValues: "the template's" });
  expect(await findMismatch(rig, rig.cycle.id)).toBeNull();
  const at = { account, cycle: rig.cycle.id };
  const region = { systemName: 'region', displayName: 'region', value: 'ours' };
  take(await rig.writer.writeVariables(at, [region]));
  expect(await findMismatch(rig, rig.cycle.id)).toBe('variables/region');
});

it('shifted numbers are found by the first mapping that they make another kind', async () => {
  const rig = await installCycle('Contacts to Files', { exportNumbers: 'shifted' });
  expect(await findMismatch(rig, rig.cycle.id)).toMatch(/^steps\//);
});

/** A cycle whose step maps one field otherwise than its template. */
async function openChanged(
  choices: Partial<Choices>,
  write: Partial<MappingSourceWrite> & { readonly type: string },
  location = 'Contact.Name',
) {
  const rig = await installCycle('Contacts to Files', choices);
  const steps = take(await rig.reader.listSteps(account, rig.cycle.id));
  const step = steps.find(({ name }) => name === 'Write file');
  const target = step?.fields.find(({ name }) => name === location)?.id ?? '';
  const at = { account, step: step?.id ?? '', slot: 'fields', target } as const;
  take(await rig.writer.writeMapping(at, { ...noSource, ...write }));
  return rig;
}

const noSource = {
  value: null,
  sourceStepId: null,
  sourceFieldId: null,
  triggerValue: null,
  triggerLabel: null,
};
