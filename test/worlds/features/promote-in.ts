import { expect } from 'vitest';
import type { Choices } from '../../../src/emulator/world/choices.ts';
import { indexManifests } from '../../../src/engine/index/index-manifests.ts';
import { openRunContext } from '../../../src/engine/run/open-run.ts';
import type { TargetAccounts } from '../../../src/features/authoring/promote/find-target-ids.ts';
import { promote } from '../../../src/features/authoring/promote/promote.ts';
import type { Promotion } from '../../../src/features/authoring/promote/promotion.ts';
import type { Variables } from '../../../src/model/manifest/variable.ts';
import { type Caller, put, signIn } from '../../emulator/support/start-emulator.ts';
import { openFileCycle } from '../cases/open-file-cycle.ts';
import type { TestFixture } from '../fixture.ts';
import { readLive } from '../quickstart.ts';
import { openFiles } from '../test-ports.ts';

const at = {
  file: 'cyclectl.yaml',
  line: 1,
  column: 1,
  endLine: 1,
  endColumn: 1,
  pointer: '',
};
export const manifest = 'accounts/northwind.yaml';

function toVariables(values: Readonly<Record<string, string>>): Variables {
  return new Map(Object.entries(values).map(([name, value]) => [name, { value, at }]));
}

/** Carries what is there, with variables of both environments by name; the second is known by them alone. */
export async function promoteIn(
  fixture: TestFixture,
  values: Readonly<Record<string, string>> = {},
  target: TargetAccounts | null = null,
): Promise<Promotion> {
  const { run } = await fixture.open();
  const { index } = await indexManifests(openFiles(fixture.manifests));
  const variables = toVariables(values);
  return promote({
    context: await openRunContext(run.context, null),
    entries: run.entries,
    all: index.accounts,
    environmentMapping: {
      from: 'local',
      to: 'prod',
      variables: { from: variables, to: variables },
    },
    readTarget: async () => target,
    owner: 'it',
    choice: { said: () => null, ask: async () => null },
    width: 2,
    follow: (items) => items,
  });
}

/** A console user in northwind's cycle, which is stopped. */
export async function openConsole(fixture: TestFixture) {
  const live = readLive(fixture, 'northwind');
  const caller: Caller = (await signIn(fixture.emulator)).inside(live.id);
  const cycle = live.cycles.find(({ name }) => name === 'Contacts of a file');
  if (cycle === undefined) throw new Error('There is no cycle');
  await put(caller, `/cycles/${cycle.id}/deactivate`, {});
  const map = async (step: string, name: string, Value: string) => {
    const found = cycle.steps.find((each) => each.name === step);
    const [slot, item] = (['parameters', 'fields'] as const).flatMap((each) => {
      const target = found?.method[each].find(({ key }) => key === name);
      return target === undefined ? [] : [each, target.id];
    });
    const section = slot === 'fields' ? 'fieldmappings' : 'parameters';
    const path = `/steps/${found?.id}/${section}/${item}`;
    expect((await put(caller, path, { MappingType: 'StaticValue', Value })).status).toBe(200);
  };
  return { caller, cycle, map };
}

export async function openApplied(choices: Partial<Choices> = {}): Promise<TestFixture> {
  const fixture = await openFileCycle({ choices });
  await fixture.apply();
  return fixture;
}

export function codesOf({ diagnostics }: Promotion): readonly string[] {
  return diagnostics.map(({ code, severity }) => `${severity} ${code}`).sort();
}

export function textOf({ files }: Promotion, path: string): string {
  return files.find((each) => each.path === path)?.after ?? '';
}
