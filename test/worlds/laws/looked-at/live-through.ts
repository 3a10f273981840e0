import type { World, WorldTemplate } from '../../../../src/emulator/world/file/world.ts';
import type { WrittenAccount } from '../../../../src/model/manifest/manifest.generated.ts';
import { signIn } from '../../../emulator/support/start-emulator.ts';
import { findDumped } from '../../console/dumped.ts';
import type { TestFixture } from '../../fixture.ts';
import type { Draw } from '../../generate/draw.ts';
import type { AnswerFront } from './answer-front.ts';
import type { ConsoleAction } from './connector-actions.ts';
import { listConsoleActions } from './console-actions.ts';
import { frontRows, moveVolatile } from './front-changes.ts';
import type { RowName } from './member-facts.ts';

/** The account that others work in. */
export type Workplace = {
  readonly fixture: TestFixture;
  readonly key: string;
  readonly id: string;
};

/** Does one or two things in the console; gives their names. */
export async function actInConsole(
  at: Workplace,
  draw: Draw,
  world: World,
): Promise<readonly string[]> {
  const templates = new Map((world.templates ?? []).map((each) => [each.name, each]));
  const made: string[] = [];
  for (let nth = draw.int(1, 2); nth > 0; nth -= 1) {
    const all = await listActions(at, { draw, world, templates, text: `hand ${nth}` });
    if (all.length === 0) return made;
    const kinds = Map.groupBy(draw.pick(all), ({ name }) => name);
    const action = draw.pick(draw.pick([...kinds.values()]));
    if (await action.make()) made.push(action.name);
  }
  return made;
}

/** Lists what a person can do in an account now; nothing in one that is not there. */
export async function listActions(
  { fixture: { emulator, store }, key, id }: Workplace,
  by: {
    readonly draw: Draw;
    readonly world: World;
    readonly templates: Map<string, WorldTemplate>;
    readonly text: string;
  },
): Promise<readonly (readonly ConsoleAction[])[]> {
  const account = findDumped(emulator, id);
  if (account === null) return [];
  const caller = (await signIn(emulator)).inside(account.id);
  const records = [...(await store.readState(key)).objects.values()];
  return listConsoleActions({ ...by, emulator, caller, account, records });
}

/**
 * Lets a front show other values: of one compared row, and of all that move by themselves. Gives the
 * addresses that drift has to report.
 */
export async function changeAnswers(
  { fixture, key, id }: Workplace,
  draw: Draw,
  { front, met }: { readonly front: AnswerFront; readonly met: (row: RowName) => void },
): Promise<ReadonlySet<string>> {
  const records = [...(await fixture.store.readState(key)).objects.values()];
  front.changes.push(moveVolatile(records, met));
  const cycles = (findDumped(fixture.emulator, id)?.cycles ?? []).flatMap((cycle) => {
    const names = new Set(cycle.steps.map(({ name }) => name));
    const record = records.find(({ remoteId }) => remoteId === cycle.id);
    const isOurs = record?.baseline !== undefined && cycle.deletedAtMs === null;
    return isOurs && names.size === cycle.steps.length ? [{ cycle, record }] : [];
  });
  if (cycles.length === 0) return new Set();
  const { cycle, record } = draw.pick(cycles);
  const row = draw.pick(Object.keys(frontRows) as RowName[]);
  const shown = frontRows[row]?.(draw, cycle) ?? null;
  if (shown === null) return new Set();
  front.changes.push(shown.change);
  met(row);
  return new Set([`${record.address}/${shown.path}`]);
}

/** Manifests of several accounts that are like one, of which each but the first lacks some lines. */
export function listAlike(
  draw: Draw,
  { spec, ...rest }: WrittenAccount,
  count: number,
): readonly WrittenAccount[] {
  return Array.from({ length: count }, (_, nth) => {
    const cycles = Object.entries(spec.cycles ?? {}).map(([key, cycle]) => {
      const left = Object.entries(cycle).filter(
        ([line]) => nth === 0 || !/^(?:steps|variables|description)$/.test(line) || draw.chance(50),
      );
      return [key, Object.fromEntries(left)] as const;
    });
    const id = `alike-${nth}`;
    const own = spec.cycles === undefined ? {} : { cycles: Object.fromEntries(cycles) };
    return { ...rest, metadata: { name: id }, spec: { ...spec, id, ...own } } as WrittenAccount;
  });
}
