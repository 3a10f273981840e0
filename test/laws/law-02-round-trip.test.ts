import { expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Choices } from '../../src/emulator/world/choices.ts';
import type { WrittenAccount } from '../../src/model/manifest/manifest.generated.ts';
import { isSuccess } from '../../src/model/plan/outcome.ts';
import { consoleRequest } from '../worlds/console/console-request.ts';
import { exportAccounts } from '../worlds/features/export-accounts.ts';
import { openFixture, planOf, type TestFixture } from '../worlds/fixture.ts';
import type { Draw } from '../worlds/generate/draw.ts';
import { formatManifestText } from '../worlds/generate/format-manifest-text.ts';
import { checkLaw } from '../worlds/laws/check-law.ts';
import { fillIn } from '../worlds/laws/fill-in.ts';
import { runTurn } from '../worlds/laws/run-turn.ts';
import {
  drawScenario,
  formatScenarioStart,
  formatTurn,
  type Scenario,
} from '../worlds/laws/scenario.ts';
import { listLeft, listReported, listWrites } from '../worlds/quickstart.ts';

const file = 'test/laws/law-02-round-trip.test.ts';
const emptyLaw = 'what is exported plans as empty: all is adopted, and nothing is sent';
const rebuiltLaw = 'what is exported is rebuilt on a fresh service and exports to the same bytes';
const reach = { exported: 0, mappings: 0, schedules: 0, starts: 0, secrets: 0, slots: 0, files: 0 };

it(emptyLaw, async () => {
  await checkLaw({ law: emptyLaw, file, runs: 6, seed: 2 }, async (draw, note) => {
    const story = drawScenario(draw, { turns: 2, touches: 4 });
    const { fixture, text, key } = await runAndExport(story, { draw, note });
    try {
      note(text);
      const since = fixture.emulator.requests().length;
      const planned = await fixture.plan();
      const plan = planOf(planned, key);
      expect(plan.operations.map(({ does }) => does)).toEqual([]);
      expect([...new Set(plan.changes.map(({ verb }) => verb))]).toEqual(['adopt']);
      expect((await fixture.apply({ planned })).every(isSuccess)).toBe(true);
      expect(listWrites(fixture, since)).toEqual([]);
      expect(listLeft(await fixture.plan())).toEqual([]);
    } finally {
      await fixture.close();
    }
  });
}, 300_000);

it.each<Partial<Choices>>([{ scheduleReadable: 'yes' }, { scheduleReadable: 'no' }])(
  `${rebuiltLaw}, with %o`,
  async (choices) => {
    await checkLaw({ law: rebuiltLaw, file, runs: 4, seed: 26 }, async (draw, note) => {
      const story = withoutFresh(drawScenario(draw, { turns: 2, touches: 2, choices }));
      const { fixture, text, path, cycleFiles } = await runAndExport(story, { draw, note });
      const now = fixture.emulator.control.advance('0s');
      await fixture.close();
      note(text);
      const fresh = await openFixture({ world: story.world, choices, manifests: {} });
      try {
        fresh.emulator.control.advance(
          `${Date.parse(now) - Date.parse(fresh.emulator.control.advance('0s'))}ms`,
        );
        const written: WrittenAccount = parse(text);
        for (const { env } of fillIn(written, story.world)) fresh.secrets.set(env, `${env}-here`);
        fresh.manifests.set(path, formatManifestText(written));
        for (const [file, content] of cycleFiles) fresh.manifests.set(file, content);
        const outcomes = await fresh.apply();
        const reported = listReported(outcomes).map(({ summary }) => summary);
        if (reported.length > 0) throw new Error(`The apply said: ${reported.join('; ')}`);
        expect(outcomes.every(isSuccess)).toBe(true);
        for (const file of [path, ...cycleFiles.keys()]) fresh.manifests.delete(file);
        await exportAccounts(fresh);
        expect(readCycleFiles(fresh)).toEqual(cycleFiles);
        const again = fresh.manifests.get(path) ?? '';
        if (again !== text) throw new Error(`Another file than before:\n${again}`);
      } finally {
        await fresh.close();
      }
    });
  },
  300_000,
);

it('meets what there is to be met', () => {
  expect(Object.entries(reach).filter(([, count]) => count === 0)).toEqual([]);
});

// A template that brings connectors of its own brings them again, whatever there is.
function withoutFresh(story: Scenario): Scenario {
  const templates = (story.world.templates ?? []).map(
    ({ freshInstallation: _, ...template }) => template,
  );
  return { ...story, world: { ...story.world, templates } };
}

/** Lives through a story, forgets it, and exports what is there. */
async function runAndExport(
  story: Scenario,
  { draw, note }: { readonly draw: Draw; readonly note: (text: string) => void },
): Promise<{
  readonly fixture: TestFixture;
  readonly key: string;
  readonly path: string;
  readonly text: string;
  readonly cycleFiles: ReadonlyMap<string, string>;
}> {
  note(formatScenarioStart(story));
  const { world, choices } = story;
  const fixture = await openFixture({ world, choices, manifests: {} });
  try {
    for (const [index, turn] of story.turns.entries()) {
      note(formatTurn(turn));
      await runTurn(fixture, { story, index });
    }
    fixture.manifests.delete('accounts/northwind.yaml');
    await importInConsole(fixture, draw);
    fixture.loseStore();
    const [exported] = await exportAccounts(fixture);
    if (exported?.kind !== 'written') throw new Error(JSON.stringify(exported, null, 1));
    const text = fixture.manifests.get(exported.file) ?? '';
    reach.exported += 1;
    reach.secrets += exported.secrets.length;
    reach.starts += /\bstartAt:/.test(text) ? 1 : 0;
    reach.schedules += exported.remarks.schedule;
    reach.mappings += /fields:|parameters:/.test(text) ? 1 : 0;
    reach.slots += /\n {6}connectors: \{/.test(text) ? 1 : 0;
    reach.files += exported.cycleFiles.length;
    return {
      fixture,
      key: exported.account,
      path: exported.file,
      text,
      cycleFiles: readCycleFiles(fixture),
    };
  } catch (error) {
    await fixture.close();
    throw error;
  }
}

/** A cycle that no template made: a person brings the export of one into the account, as another service gave it. */
async function importInConsole({ emulator }: TestFixture, draw: Draw): Promise<void> {
  const templates = await consoleRequest(emulator, { method: 'GET', path: '/v1.0/templates' });
  const { Id } = draw.pick(templates as readonly { readonly Id: string }[]);
  const path = `/v1.0/templates/${Id}/export`;
  const file = await consoleRequest(emulator, { method: 'GET', path });
  const body = { ...(file as object), Name: 'Brought: by hand # \u202e' };
  const [account] = emulator.control.dump().accounts;
  await consoleRequest(emulator, {
    method: 'POST',
    path: '/v1.0/cycles/import',
    account: account?.id ?? '',
    body,
  });
}

function readCycleFiles({ manifests }: TestFixture): ReadonlyMap<string, string> {
  return new Map([...manifests].filter(([path]) => path.startsWith('cycles/')).sort());
}
