import { expect, it } from 'vitest';
import { isSuccess } from '../../../../src/model/plan/outcome.ts';
import type { DriftItem } from '../../../../src/model/plan/plan.ts';
import { type Caller, put } from '../../../emulator/support/start-emulator.ts';
import { listTouches, openConsoleUser } from '../../../worlds/console/console-user.ts';
import {
  type DumpedAccount,
  type DumpedCycle,
  findDumped,
  labelDumped,
} from '../../../worlds/console/dumped.ts';
import { openFixture, type TestFixture } from '../../../worlds/fixture.ts';
import type { Draw } from '../../../worlds/generate/draw.ts';
import { checkLaw } from '../../../worlds/laws/check-law.ts';
import { runTurn } from '../../../worlds/laws/run-turn.ts';
import {
  drawRowScenario,
  drawScenario,
  formatScenarioStart,
  type Scenario,
} from '../../../worlds/laws/scenario.ts';

const law =
  'drift tells a name that went and a value that moved beside it, and leaves nothing unread';
const file = 'test/engine/diff/gone/gone-names.properties.test.ts';
/** How often each kind of change was made. */
const met = { renamed: 0, variable: 0, cycle: 0, connector: 0 };

it(law, async () => {
  await checkLaw({ law, file, runs: 10, seed: 7 }, async (draw, note) => {
    const story = draw.chance(70)
      ? drawRowScenario(draw, 1)
      : drawScenario(draw, { turns: 1, touches: 0 });
    note(formatScenarioStart(story));
    const { world, choices } = story;
    const fixture = await openFixture({ world, choices, manifests: {} });
    try {
      await changeOne(fixture, { story, draw, note });
    } finally {
      await fixture.close();
    }
  });
  expect(Object.values(met).reduce((sum, count) => sum + count)).toBeGreaterThan(3);
}, 120_000);

/** A change in the console that takes a name away, and how drift reports it. */
type Removal = {
  readonly kind: keyof typeof met;
  readonly says: string;
  make(): Promise<boolean>;
  isReported(items: readonly DriftItem[]): boolean;
};

async function changeOne(
  fixture: TestFixture,
  at: { readonly story: Scenario; readonly draw: Draw; readonly note: (text: string) => void },
): Promise<void> {
  const { story, draw, note } = at;
  const { outcomes } = await runTurn(fixture, { story, index: 0 });
  const [turn] = story.turns;
  if (turn === undefined || !outcomes.every(isSuccess)) return;
  const { written } = turn;
  const user = await openConsoleUser(fixture.emulator);
  const account = findDumped(fixture.emulator, written.spec.id ?? '');
  if (account === null) return;
  const own = user.caller.inside(account.id);
  const kinds = Map.groupBy(listRemovals(own, account, written), ({ kind }) => kind);
  if (kinds.size === 0) return;
  const removal = draw.pick(kinds.get(draw.pick([...kinds.keys()])) ?? []);
  const touches = listTouches(user, written).filter(({ address }) => address === 'northwind');
  const touch = touches.length === 0 ? null : draw.pick(touches);
  note(`${removal.says}; ${touch?.path ?? 'nothing else'}`);
  const isTouched = (await touch?.make()) === true;
  if (!(await removal.make())) return;
  met[removal.kind] += 1;
  const [drift] = await fixture.drift();
  if (drift?.kind !== 'read') throw new Error(JSON.stringify(drift?.diagnostics));
  expect(removal.isReported(drift.items), removal.says).toBe(true);
  if (isTouched) {
    const paths = drift.items.map(({ address, path }) => `${address}/${path}`);
    expect(paths).toContain(`northwind/${touch?.path}`);
  }
}

function listRemovals(
  own: Caller,
  account: DumpedAccount,
  { spec }: Scenario['turns'][number]['written'],
): Removal[] {
  const cycles = Object.entries(spec.cycles ?? {}).flatMap(([key, cycle]): Removal[] => {
    const name = cycle.displayName ?? key;
    const live = account.cycles.find((each) => each.name === name);
    if (live === undefined) return [];
    const address = `northwind/cycles/${key}`;
    const remove = (path: string) => () =>
      whileStopped(own, live, () => own.call('DELETE', `/v1.0/cycles/${live.id}${path}`));
    return [
      ...listRenames(own, live, { address, labels: Object.keys(cycle.steps ?? {}) }),
      ...Object.keys(cycle.variables ?? {}).flatMap((variable): Removal[] => {
        const found = live.variables.find(({ displayName }) => displayName === variable);
        return found === undefined
          ? []
          : [
              {
                kind: 'variable',
                says: `deletes ${variable} of ${key}`,
                make: remove(`/variables/${found.systemName}`),
                isReported: (items) =>
                  items.some(({ lost, address: of }) => of === address && lost?.name === variable),
              },
            ];
      }),
      { kind: 'cycle', says: `deletes ${key}`, make: remove(''), isReported: isGone(address) },
    ];
  });
  const connectors = Object.entries(spec.connectors ?? {}).flatMap(([key, connector]) => {
    const name = connector.displayName ?? key;
    const live = account.connectors.find((each) => each.name === name);
    if (live === undefined) return [];
    const make = async () =>
      isTaken(await own.call('DELETE', `/v1.0/account/connectors/${live.id}`));
    const isReported = isGone(`northwind/connectors/${key}`);
    return [{ kind: 'connector', says: `deletes ${key}`, make, isReported } as const];
  });
  return [...cycles, ...connectors];
}

function listRenames(
  own: Caller,
  live: DumpedCycle,
  { address, labels }: { readonly address: string; readonly labels: readonly string[] },
): Removal[] {
  const steps = labelDumped(live);
  return labels.flatMap((label): Removal[] => {
    const step = steps.get(label);
    if (step === undefined) return [];
    const path = `/cycles/${live.id}/steps/${step.id}`;
    return [
      {
        kind: 'renamed',
        says: `renames ${label} of ${address}`,
        make: () =>
          whileStopped(own, live, () => put(own, path, { Name: `${step.name}, renamed` })),
        isReported: (items) =>
          items.some((item) => item.address === address && item.lost !== undefined),
      },
    ];
  });
}

function isGone(address: string): Removal['isReported'] {
  return (items) => items.some((item) => item.kind === 'gone' && item.address === address);
}

async function whileStopped(
  own: Caller,
  live: DumpedCycle,
  work: () => Promise<{ readonly status: number }>,
): Promise<boolean> {
  if (live.status === 'Active')
    await put(own, `/cycles/${live.id}/deactivate?finishQueuedTransactions=true`);
  return isTaken(await work());
}

function isTaken({ status }: { readonly status: number }): boolean {
  return status >= 200 && status < 300;
}
