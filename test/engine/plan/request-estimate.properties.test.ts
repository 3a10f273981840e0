import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { World } from '../../../src/emulator/world/file/world.ts';
import type { Operation } from '../../../src/model/plan/operation.ts';
import { isSuccess } from '../../../src/model/plan/outcome.ts';
import type { PlannedAccount } from '../../../src/model/report/report.ts';
import { copyExample } from '../../support/run-cyclectl.ts';
import { runInProcess } from '../../support/run-in-process.ts';
import { openFixture } from '../../worlds/fixture.ts';
import { formatManifestText } from '../../worlds/generate/format-manifest-text.ts';
import { checkLaw } from '../../worlds/laws/check-law.ts';
import { runTurn } from '../../worlds/laws/run-turn.ts';
import { drawScenario, formatScenarioStart, formatTurn } from '../../worlds/laws/scenario.ts';

const law =
  'an undisturbed apply takes the requests that its plan estimates, to 15 percent or three';
const file = 'test/engine/plan/request-estimate.properties.test.ts';

// A run reads these once for all accounts.
const once =
  /^\/(oauth\/token|v1\.0\/(connectors|templates)(\/[^/]+(\/[^/]+)?\/(methods|export))?$)/;

it(law, async () => {
  let [estimated, taken, applies] = [0, 0, 0];
  await checkLaw({ law, file, runs: { suite: 8, full: 16 }, seed: 14 }, async (draw, note) => {
    const story = drawScenario(draw, { turns: 3, touches: 4 });
    note(formatScenarioStart(story));
    // Without the header a list is read to its end twice, which no plan knows beforehand.
    const choices = { ...story.choices, totalPagesHeader: 'sent' } as const;
    const fixture = await openFixture({ world: story.world, choices, manifests: {} });
    try {
      for (const [index, turn] of story.turns.entries()) {
        note(`${formatTurn(turn)}${formatManifestText(turn.written)}`);
        const { planned, outcomes, applied } = await runTurn(fixture, { story, index });
        if (!outcomes.every(isSuccess)) continue;
        const estimate = planned.reduce(
          (sum, each) => sum + (each.kind === 'planned' ? (each.plan.requests?.apply ?? 0) : 0),
          0,
        );
        const sent = fixture.emulator
          .requests()
          .slice(applied.from, applied.to)
          .filter(({ method, path }) => method !== 'GET' || !once.test(path.split('?')[0] ?? ''));
        note(sent.map(({ method, path }) => `${method} ${path}`).join('\n'));
        const installs = planned.flatMap((each) => listInstalls(each));
        const margin = Math.max(3, 0.15 * sent.length) + countFresh(story.world, installs.length);
        expect(Math.abs(estimate - sent.length)).toBeLessThanOrEqual(margin);
        estimated += estimate;
        taken += sent.length;
        if (estimate > 0) applies += 1;
      }
    } finally {
      await fixture.close();
    }
  });
  expect(applies).toBeGreaterThan(12);
  expect(estimated / taken).toBeLessThan(1.1);
  expect(estimated / taken).toBeGreaterThan(0.9);
}, 120_000);

function listInstalls(planned: PlannedAccount): readonly Operation[] {
  if (planned.kind !== 'planned') return [];
  return planned.plan.operations.filter(({ action }) => action.kind === 'install-template');
}

// No read shows that a template installs connectors of its own, so that each step is bound again.
function countFresh({ templates = [] }: World, installs: number): number {
  const fresh = templates.filter(({ freshInstallation }) => freshInstallation === true);
  const steps = fresh.map((each) => each.steps?.length ?? 0);
  return installs * (steps.length === 0 ? 0 : Math.max(...steps) + 3);
}

it('the cost of the quickstart is what applying its saved plan takes', async () => {
  const project = await copyExample('quickstart');
  const plan = join(project.directory, 'plan.json');
  const planned = await runInProcess(project, 'plan', '--out', plan, '--format', 'json');
  const { summary, cost } = JSON.parse(planned.stdout).run;
  const estimate = summary.applyRequests + cost.requests - summary.planRequests;
  const applied = await runInProcess(project, 'apply', plan, '--format', 'json');
  expect(applied).toMatchObject({ exitCode: 0 });
  const { requests } = JSON.parse(applied.stdout).run.cost;
  expect(Math.abs(estimate - requests)).toBeLessThanOrEqual(3);
}, 60_000);
