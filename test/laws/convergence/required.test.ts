import { expect, it } from 'vitest';
import type { World, WorldMethod, WorldStep } from '../../../src/emulator/world/file/world.ts';
import { type Address, parsePath } from '../../../src/model/address.ts';
import type { Diagnostic } from '../../../src/model/diagnostic/diagnostic.ts';
import type { WrittenAccount } from '../../../src/model/manifest/manifest.generated.ts';
import { judgeOffline, saveCatalog } from '../../worlds/features/judge-offline.ts';
import { openFixture, type TestFixture } from '../../worlds/fixture.ts';
import type { Draw } from '../../worlds/generate/draw.ts';
import { latestOf } from '../../worlds/generate/generate-world.ts';
import { listStepNames, locate } from '../../worlds/generate/names-of.ts';
import { checkLaw } from '../../worlds/laws/check-law.ts';
import { runTurn } from '../../worlds/laws/run-turn.ts';
import { drawScenario, formatScenarioStart, formatTurn } from '../../worlds/laws/scenario.ts';
import { listReasons, listReported } from '../../worlds/quickstart.ts';

const law =
  'a new cycle is refused for a required value that nothing gives, and else none is missed';
const file = 'test/laws/convergence/required.test.ts';

const met = { refused: 0, foreseen: 0, started: 0 };

it(law, async () => {
  await checkLaw({ law, file, runs: 40, seed: 21 }, async (draw, note) => {
    const drawn = drawScenario(draw, { turns: 2, touches: 0 });
    const turns = drawn.turns.map((turn) => ({ ...turn, losesStore: false }));
    const story = { ...drawn, turns, world: dropDefaults(draw, drawn.world) };
    note(formatScenarioStart(story));
    const fixture = await openFixture({
      world: story.world,
      choices: story.choices,
      manifests: {},
    });
    try {
      for (const [index, turn] of turns.entries()) {
        note(formatTurn(turn));
        const { planned, outcomes } = await runTurn(fixture, { story, index });
        const refused = listReasons(planned).filter(({ code }) => code === 'prerequisite-missing');
        for (const { address = '' } of refused) {
          expect(isGiven(story.world, turn.written, address), address).toBe(false);
        }
        // Only the first plan is that of a new account.
        if (index === 0) met.foreseen += await checkForeseen(fixture, turn.written, refused);
        met.refused += refused.length;
        const done = outcomes.flatMap((outcome) => outcome.outcomes);
        met.started += done.filter(
          ({ operation: { action }, result }) =>
            action.kind === 'activate-cycle' && result === 'done',
        ).length;
        const reported = listReported(outcomes).filter(
          (each) => !refused.some((one) => one.address === each.address),
        );
        expect(reported.filter(({ code }) => code === 'prerequisite-missing')).toEqual([]);
      }
    } finally {
      await fixture.close();
    }
  });
}, 300_000);

it('meets cycles of both kinds', () => {
  expect(met.refused).toBeGreaterThan(3);
  expect(met.foreseen).toBeGreaterThan(3);
  expect(met.started).toBeGreaterThan(3);
});

/** Counts what validate foresees by a saved catalog: each refusal, but of fields that others write. */
async function checkForeseen(
  fixture: TestFixture,
  { spec }: WrittenAccount,
  refused: readonly Diagnostic[],
): Promise<number> {
  const found = await judgeOffline(fixture, await saveCatalog(fixture));
  const foreseen = found.filter(({ code }) => code === 'prerequisite-missing').map(toPlace);
  const planned = refused.map(toPlace);
  expect(planned).toEqual(expect.arrayContaining(foreseen));
  if (spec.ownership === undefined) expect(foreseen.toSorted()).toEqual(planned.toSorted());
  return foreseen.length;
}

function toPlace({ at, summary }: Diagnostic): string {
  return `${at?.file}:${at?.line}:${at?.column} ${summary}`;
}

/** The world, whose templates leave some required values to the manifests. */
function dropDefaults(draw: Draw, world: World): World {
  const keep = <T>(given: Readonly<Record<string, T>> | undefined, required: readonly string[]) =>
    Object.fromEntries(
      Object.entries(given ?? {}).filter(([name]) => !required.includes(name) || !draw.chance(60)),
    );
  return {
    ...world,
    templates: (world.templates ?? []).map((template) => ({
      ...template,
      steps: template.steps.map((step) => {
        const { parameters, fields } = listRequired(world, step);
        return {
          ...step,
          parameters: keep(step.parameters, parameters),
          fields: keep(step.fields, fields),
        };
      }),
    })),
  };
}

function findMethod(world: World, step: WorldStep): WorldMethod | undefined {
  const connector = (world.connectors ?? []).find(
    ({ name }) => name === step.connector.replace(/#\d+$/, ''),
  );
  if (connector === undefined) return undefined;
  return latestOf(connector).methods?.find(({ name }) => name === (step.method ?? step.name));
}

function listRequired(world: World, step: WorldStep) {
  const { parameters = [], fields = [] } = findMethod(world, step) ?? {};
  return {
    parameters: parameters.filter(({ required }) => required === true).map(({ name }) => name),
    fields: fields.flatMap((field) =>
      typeof field !== 'string' && field.required === true ? locate(field) : [],
    ),
  };
}

/** Whether a line of the manifest or the template gives a value, or none is required. */
function isGiven(world: World, { spec }: WrittenAccount, address: string): boolean {
  const [, , key = '', , label = '', slot = '', target = ''] = parsePath(address as Address);
  const cycle = spec.cycles?.[key];
  const part = slot === 'parameters' ? 'parameters' : 'fields';
  const named = Object.entries(cycle?.steps ?? {}).filter(([name]) => name === label);
  if (named.some(([, step]) => step?.[part]?.[target] !== undefined)) return true;
  const origin = cycle !== undefined && 'template' in cycle.from ? cycle.from.template : null;
  const template = world.templates?.find(({ name }) => name === origin);
  const names = template === undefined ? [] : listStepNames(world, template);
  const step = template?.steps[names.find((each) => each.label === label)?.index ?? -1];
  // FORMAT has no name for a step behind one whose full name ends in its number.
  if (step === undefined) return false;
  return !listRequired(world, step)[part].includes(target) || step[part]?.[target] !== undefined;
}
