import { beforeEach, describe, expect, it } from 'vitest';
import { registerSecret } from '../../../canaries/register.ts';
import { makeMortal } from '../../../faults/deaths/death.ts';
import { applyRoughly } from '../../../faults/rough-apply.ts';
import { cycleEntry, openAdopted, writeCycle } from '../../../worlds/cases/adopted-cycle.ts';
import { readStep, type } from '../../../worlds/cases/made-cycle.ts';
import type { TestFixture } from '../../../worlds/fixture.ts';
import { listUnmanaged } from '../../../worlds/laws/member-edits.ts';
import { applyAll, editManifest, listReported } from '../../../worlds/quickstart.ts';

const secret = 'canary-of-a-released-line';
const mapping = 'steps: {Write file: {fields: {Contact.Name: VALUE}}}';
const toLine = (value: string) => `      ${mapping.replace('VALUE', value)}\n`;

let fixture: TestFixture;

beforeEach(async () => {
  fixture = await openAdopted(cycleEntry);
  registerSecret('a secret of a line that Git drops', secret);
  fixture.secrets.set('NAME', secret);
});

async function dieOnceWritten(line: string): Promise<void> {
  writeCycle(fixture, `${cycleEntry}${line}`);
  const mortal = makeMortal(1, 'writer activateCycle');
  await applyRoughly(fixture, mortal);
  expect(mortal.last()).toBe('writer activateCycle');
}

async function apply(): Promise<void> {
  expect(listReported(await applyAll(fixture))).toEqual([]);
}

async function edit(from: string, to: string): Promise<void> {
  editManifest(fixture, 'northwind', { from, to });
  await apply();
}

async function typeName(value: string): Promise<void> {
  const { found, cycle } = readStep(fixture, 'Write file');
  await type(fixture, `PUT ${cycle}/deactivate`, {});
  const target = found.method.fields.find(({ key }) => key === 'Contact.Name');
  const body = { MappingType: 'StaticValue', Value: value };
  await type(fixture, `PUT /steps/${found.id}/fieldmappings/${target?.id}`, body);
}

describe.each([
  ['a secret', toLine('{env: NAME}')],
  ['a value', toLine('ours')],
])('%s that a run wrote before it died', (_, line) => {
  beforeEach(() => dieOnceWritten(line));

  it('is no change of others if Git drops its line at once', async () => {
    writeCycle(fixture, cycleEntry);
    expect(await listUnmanaged(fixture)).toEqual([]);
    await apply();
    expect(await listUnmanaged(fixture)).toEqual([]);
  });

  it('is no change of others if Git drops its line in an apply of something else', async () => {
    writeCycle(fixture, `${cycleEntry}      description: ours\n`);
    await apply();
    expect(await listUnmanaged(fixture)).toEqual([]);
  });

  it('is no change of others if Git drops its line after an apply of something else', async () => {
    await edit('    crm: {', '    crm: {description: ours, ');
    await edit(line, '');
    expect(await listUnmanaged(fixture)).toEqual([]);
    await typeName('theirs');
    expect(await listUnmanaged(fixture)).toHaveLength(1);
  });

  it('is the baseline of a change that others make before Git drops its line', async () => {
    await typeName('theirs');
    writeCycle(fixture, cycleEntry);
    expect(await listUnmanaged(fixture)).toHaveLength(1);
    await apply();
    expect(await listUnmanaged(fixture)).toHaveLength(1);
  });
});
