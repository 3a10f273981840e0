import { describe, expect, it } from 'vitest';
import { parsePath } from '../../../src/model/address.ts';
import type {
  WrittenAccount,
  WrittenOwner,
} from '../../../src/model/manifest/manifest.generated.ts';
import { listWrittenFields, type Operation } from '../../../src/model/plan/operation.ts';
import { makeEmptyState } from '../../../src/model/state/account-state.ts';
import { listTouches, openConsoleUser } from '../../worlds/console/console-user.ts';
import { type DumpedAccount, findDumped } from '../../worlds/console/dumped.ts';
import { openFixture, planOf, type TestFixture } from '../../worlds/fixture.ts';
import type { Draw } from '../../worlds/generate/draw.ts';
import { formatManifestText } from '../../worlds/generate/format-manifest-text.ts';
import { checkLaw } from '../../worlds/laws/check-law.ts';
import { everyRow, everyRowWorld } from '../../worlds/laws/every-row.ts';
import { listOverruled, type Ownership } from '../../worlds/laws/owned-oracle.ts';
import { runTurn, type TurnResult } from '../../worlds/laws/run-turn.ts';
import {
  drawScenario,
  formatScenarioStart,
  formatTurn,
  type Turn,
} from '../../worlds/laws/scenario.ts';
import { applyAll, listLeft, listReasons, listReported } from '../../worlds/quickstart.ts';

const manifestFile = 'accounts/northwind.yaml';

function openEveryRow(): Promise<TestFixture> {
  return openFixture({
    world: everyRowWorld,
    choices: { scheduleReadable: 'yes' },
    manifests: {},
    secrets: { SECRET_ONE: 'one-not-a-secret', SECRET_TWO: 'two-not-a-secret' },
  });
}

function own(written: WrittenAccount, ownership: Record<string, WrittenOwner>): string {
  return formatManifestText({ ...written, spec: { ...written.spec, ownership } });
}

/** Changes everything by hand that can be, and names what was taken. */
async function touchAll(fixture: TestFixture): Promise<string[]> {
  const user = await openConsoleUser(fixture.emulator);
  const made: string[] = [];
  for (let index = 0; index < listTouches(user, everyRow).length; index += 1) {
    const touch = listTouches(user, everyRow)[index];
    if (touch !== undefined && (await touch.make())) made.push(`${touch.address}/${touch.path}`);
  }
  return made;
}

async function listItems(fixture: TestFixture): Promise<readonly unknown[]> {
  return (await fixture.drift()).flatMap((each): readonly unknown[] =>
    // A hand may have changed what the manifest does not name, and no owner.
    each.kind === 'read' ? each.items.filter(({ kind }) => kind !== 'unmanaged') : [each],
  );
}

describe('each row of the field table', () => {
  it('is written when its object is made and seeded, and then left to whoever changes it', async () => {
    const fixture = await openEveryRow();
    fixture.manifests.set(manifestFile, own(everyRow, { '*': 'seeded' }));
    await applyAll(fixture);
    expect(await listItems(fixture)).toEqual([]);
    // All that Git wants is there, so that the same manifest without ownership has nothing to do.
    fixture.manifests.set(manifestFile, formatManifestText(everyRow));
    expect(listLeft(await fixture.plan())).toEqual([]);
    fixture.manifests.set(manifestFile, own(everyRow, { '*': 'seeded' }));
    await applyAll(fixture);
    const touched = await touchAll(fixture);
    expect(touched.length).toBeGreaterThan(15);
    const before = JSON.stringify(fixture.emulator.control.dump());
    expect(planOf(await fixture.plan(), 'northwind').notices).toEqual([]);
    expect(listLeft(await fixture.plan())).toEqual([]);
    expect(await listItems(fixture)).toEqual([]);
    await applyAll(fixture);
    expect(JSON.stringify(fixture.emulator.control.dump())).toBe(before);
  }, 60_000);

  it('is reported if it is observed and differs, and is neither written nor recorded', async () => {
    const fixture = await openEveryRow();
    fixture.manifests.set(manifestFile, formatManifestText(everyRow));
    await applyAll(fixture);
    fixture.manifests.set(manifestFile, own(everyRow, { '*': 'observed' }));
    await applyAll(fixture);
    const { objects } = await fixture.store.readState('northwind');
    const kept = [...objects.values()].flatMap(({ applied }) => Object.keys(applied));
    expect([...new Set(kept)].sort()).toEqual([
      'connector/name',
      'connector/version',
      'displayName',
      'from/template',
    ]);
    const touched = await touchAll(fixture);
    const notices = planOf(await fixture.plan(), 'northwind').notices;
    const reported = notices.flatMap((each) =>
      each.kind === 'observed' ? [`${each.address}/${each.path}`] : [],
    );
    // Nothing is made without a name, so that one is only seeded.
    const shown = touched.filter((path) => !path.endsWith('displayName'));
    expect(reported.sort()).toEqual(shown.sort());
    expect(listLeft(await fixture.plan())).toEqual([]);
    expect(await listItems(fixture)).toEqual([]);
  }, 60_000);

  it('is not written at the making of its object where it is observed', async () => {
    const fixture = await openEveryRow();
    fixture.manifests.set(manifestFile, own(everyRow, { '*': 'observed' }));
    const { operations } = planOf(await fixture.plan(), 'northwind');
    const written = operations.flatMap(({ action }) => listWrittenFields(action));
    expect([...new Set(written)]).toEqual(['displayName']);
  });
});

const law = 'an update never writes what is seeded or observed, whatever is there';
const file = 'test/engine/diff/exclude/ownership.properties.test.ts';
/** What has an owner of its own for a turn. */
const slots = 'cycles/*/connectors';
const menu = [
  'description',
  'tags',
  'retention',
  'timezone',
  'variables',
  'steps',
  'properties',
  'state',
  'schedule',
  slots,
];

it(law, async () => {
  const met = { owned: 0, running: 0 };
  await checkLaw({ law, file, runs: { suite: 16, full: 32 }, seed: 11 }, async (draw, note) => {
    const story = drawScenario(draw, { turns: 3, touches: 8 });
    note(formatScenarioStart(story));
    const fixture = await openFixture({
      world: story.world,
      choices: story.choices,
      manifests: {},
    });
    let [isScheduleKnown, areSlotsGitsOwn] = [true, true];
    try {
      for (const [index, turn] of story.turns.entries()) {
        const ownership = drawOwnership(draw);
        const written = { ...turn.written, spec: { ...turn.written.spec, ownership } };
        const owned = {
          ...story,
          turns: story.turns.map((each, at) => (at === index ? { ...each, written } : each)),
        };
        note(`${JSON.stringify(ownership)}\n${formatTurn(turn)}`);
        let [before, state] = [null as DumpedAccount | null, makeEmptyState('northwind')];
        const lived = await runTurn(fixture, { story: owned, index }, async () => {
          before = findDumped(fixture.emulator, written.spec.id ?? '');
          state = await fixture.store.readState('northwind');
        });
        areSlotsGitsOwn &&= !(slots in ownership);
        if (isLeftToPerson(lived, { ownership, areSlotsGitsOwn })) return;
        const { operations } = planOf(lived.planned, 'northwind');
        isScheduleKnown &&= story.choices.scheduleReadable === 'yes' || !isMoved(turn, lived);
        met.owned += Object.keys(ownership).length;
        met.running += Number('state' in ownership || 'schedule' in ownership);
        expect(listBreaches(operations, ownership)).toEqual([]);
        const after = findDumped(fixture.emulator, written.spec.id ?? '');
        const states = { before: state, after: await fixture.store.readState('northwind') };
        expect(
          listOverruled({ written, ownership, before, after, states, isScheduleKnown }),
        ).toEqual([]);
        expect(listReported(lived.outcomes)).toEqual([]);
        expect(listLeft(await fixture.plan())).toEqual([]);
        expect(await listItems(fixture)).toEqual([]);
      }
    } finally {
      await fixture.close();
    }
  });
  expect(met.owned).toBeGreaterThan(20);
  expect(met.running).toBeGreaterThan(10);
}, 300_000);

function drawOwnership(draw: Draw): Record<string, WrittenOwner> {
  const rooms = menu.filter(() => draw.chance(40));
  return Object.fromEntries(
    rooms.map((section) => [section, draw.pick(['seeded', 'observed'] as const)]),
  );
}

// A cycle that was made when its slots were others' has nothing to start with until they have bound them, and one that
// runs on a schedule of theirs that nobody knows could not be started again. Nor could one that a hand has started on a
// single run of the past.
function isLeftToPerson(
  { planned, outcomes }: TurnResult,
  {
    ownership,
    areSlotsGitsOwn,
  }: { readonly ownership: Ownership; readonly areSlotsGitsOwn: boolean },
): boolean {
  const refused = listReasons(planned);
  const codes = [...refused, ...listReported(outcomes)].map(({ code }) => code);
  return (
    (!areSlotsGitsOwn && codes.includes('prerequisite-missing')) ||
    (['state', 'schedule'].some((path) => path in ownership) && codes.includes('schedule-unknown'))
  );
}

// When a cycle runs is known no more where a hand has set it, or what we last sent was lost.
function isMoved({ losesStore }: Turn, { touched }: TurnResult): boolean {
  return losesStore || touched.some((path) => /\/(schedule|state)$/.test(path));
}

/**
 * Owned fields that operations write; those of an object that is made with them are the seeded alone. What starts a
 * cycle is judged by how that runs.
 */
function listBreaches(
  operations: readonly Operation[],
  ownership: Record<string, WrittenOwner>,
): readonly string[] {
  const made = new Set(
    operations
      .filter(({ action: { kind } }) => /^(create-account|install|import)/.test(kind))
      .map(({ address }) => address),
  );
  const written = operations.filter(({ action }) => action.kind !== 'activate-cycle');
  return written.flatMap(({ address, action }) =>
    listWrittenFields(action)
      .filter((path) => {
        const [section = ''] = parsePath(path);
        const owner = ownership[section === 'connectors' ? slots : section];
        return owner === 'observed' || (owner === 'seeded' && !made.has(address));
      })
      .map((path) => `${action.kind} ${address}/${path}`),
  );
}
