import { expect, it } from 'vitest';
import { formatManifestText } from '../../../worlds/generate/format-manifest-text.ts';
import { checkLaw } from '../../../worlds/laws/check-law.ts';
import { drawScenario, formatScenarioStart, formatTurn } from '../../../worlds/laws/scenario.ts';
import { applyForReal, expectAsMany, rehearse, run, savePlan } from './compare.ts';
import { openServedProject } from './open-served-project.ts';

const law = 'a rehearsal comes to what the apply of its plan comes to';
const file = 'test/features/sync/rehearse/rehearse.properties.test.ts';
const allowed = ['--allow-replace', '--allow-new-webhook-urls'];
const manifest = 'accounts/northwind.yaml';

it(law, async () => {
  const met = { rehearsed: 0, left: 0 };
  await checkLaw({ law, file, runs: { suite: 8, full: 80 }, seed: 28 }, async (draw, note) => {
    const choices = { scheduleReadable: draw.pick(['yes', 'no'] as const) };
    const story = drawScenario(draw, { least: 2, turns: 2, touches: 0, choices });
    const [first, second] = story.turns;
    if (first === undefined || second === undefined) return;
    note(formatScenarioStart(story));
    const secrets = { ...first.secrets, ...second.secrets };
    const project = await openServedProject(story.world, { choices: story.choices, secrets });
    note(formatTurn(first));
    await project.write(manifest, formatManifestText(first.written));
    if (draw.chance(70)) await run(project, 'apply', '--yes', ...allowed);
    note(formatTurn(second));
    await project.write(manifest, formatManifestText(second.written));
    await run(project, 'catalog', 'save');
    const plan = await savePlan(project, ...allowed).catch(() => null);
    if (plan === null) return;
    const { exitCode, data, text } = await rehearse(project, plan);
    const real = await applyForReal(project, plan);
    const { summary } = data.run;
    met.left += summary.notRehearsed ?? 0;
    // The records may lack something that the plan has read, which is said of the account.
    if (exitCode === 1) return;
    met.rehearsed += 1;
    expect(exitCode, `${text}\n${real.text}`).toBe(real.exitCode === 1 ? 3 : real.exitCode);
    // No catalog says that a template brings connectors of its own, which an apply then replaces step by step.
    if (story.world.templates?.some(({ freshInstallation }) => freshInstallation === true)) return;
    expectAsMany(data, real);
  });
  expect(met.rehearsed, JSON.stringify(met)).toBeGreaterThanOrEqual(6);
}, 300_000);
