import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readPlan, readPlannedAccounts } from '../../src/engine/load/read-plan.ts';
import type { Operation } from '../../src/model/plan/operation.ts';
import type { PlannedAccount } from '../../src/model/report/report.ts';
import { formatMoves } from '../../src/reports/blocks/words/format-moves.ts';
import { applyRoughly } from '../faults/rough-apply.ts';
import { copyExample } from '../support/run-cyclectl.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { planSigner } from '../support/values/make-plan.ts';
import { listTouches, openConsoleUser } from '../worlds/console/console-user.ts';
import { formatPlanFile, planTarget } from '../worlds/features/format-plan-file.ts';
import { openFixture } from '../worlds/fixture.ts';
import { formatManifestText } from '../worlds/generate/format-manifest-text.ts';
import { checkLaw } from '../worlds/laws/check-law.ts';
import { runTurn } from '../worlds/laws/run-turn.ts';
import { drawScenario, formatScenarioStart, formatTurn } from '../worlds/laws/scenario.ts';
import {
  applyAll,
  editManifest,
  listReported,
  listWrites,
  openQuickstart,
  readLive,
} from '../worlds/quickstart.ts';

const law = 'a plan is refused once its objects were changed outside Git';
const file = 'test/laws/law-04-approved.test.ts';

it(law, async () => {
  await checkLaw({ law, file, runs: 20, seed: 4 }, async (draw, note) => {
    const choices = { scheduleReadable: 'yes' as const };
    const story = drawScenario(draw, { turns: 2, touches: 0, choices });
    const [first, second = first] = story.turns;
    if (first === undefined || second === undefined) return;
    note(formatScenarioStart(story));
    const fixture = await openFixture({ ...story, manifests: {} });
    try {
      note(formatTurn(first));
      await runTurn(fixture, { story, index: 0 });
      note(formatTurn(second));
      fixture.manifests.set('accounts/northwind.yaml', formatManifestText(second.written));
      const planned = await fixture.plan();
      const touches = listTouches(await openConsoleUser(fixture.emulator), second.written);
      const touch = touches[draw.int(0, 9999) % touches.length];
      if (touch === undefined || !(await touch.make())) return;
      note(`by hand: ${touch.address}/${touch.path}`);
      const [since, before] = [
        fixture.emulator.requests().length,
        fixture.emulator.control.dump().accounts,
      ];
      const deletes = planned.flatMap((each) => (each.kind === 'planned' ? each.plan.changes : []));
      const allowDeletes = deletes.filter(
        ({ verb }) => verb === 'delete' || verb === 'replace',
      ).length;
      const outcomes = await fixture.apply({ planned, allowDeletes });
      expect(listWrites(fixture, since)).toEqual([]);
      expect(fixture.emulator.control.dump().accounts).toEqual(before);
      const codes = outcomes.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code));
      // A plan that had nothing to do has no outcome; one that is not to be had any more says why.
      if (outcomes.length > 0) expect(codes.length).toBeGreaterThan(0);
      const stale = outcomes.flatMap((each) => each.diagnostics).filter(isStale);
      for (const { moves = [] } of stale) {
        expect(moves.map(({ address }) => address)).toContain(touch.address);
      }
    } finally {
      await fixture.close();
    }
  });
}, 300_000);

const between = 'an object that others change while its account is applied is not written';

it(between, async () => {
  let caught = 0;
  await checkLaw(
    { law: between, file, runs: { suite: 30, full: 60 }, seed: 44, restless: 80 },
    async (draw, note) => {
      const choices = { scheduleReadable: 'yes' as const };
      const story = drawScenario(draw, { turns: 2, touches: 0, choices });
      const [first, second = first] = story.turns;
      if (first === undefined || second === undefined) return;
      const fixture = await openFixture({ ...story, manifests: {} });
      try {
        await runTurn(fixture, { story, index: 0 });
        fixture.manifests.set('accounts/northwind.yaml', formatManifestText(second.written));
        const operations = listOperations(await fixture.plan());
        const [begun] = operations;
        const addresses = new Set(operations.map(({ address }) => address));
        const touches = listTouches(await openConsoleUser(fixture.emulator), second.written).filter(
          ({ address }) => address !== begun?.address && addresses.has(address),
        );
        const touch = touches[draw.int(0, 9999) % Math.max(1, touches.length)];
        if (touch === undefined) return;
        note(
          `${formatScenarioStart(story)}${formatTurn(second)}by hand: ${touch.address}/${touch.path}`,
        );
        let made: boolean | null = null;
        const outcomes = await applyRoughly(fixture, {
          tap: async ({ port }, go) => {
            const answer = await go();
            if (port === 'writer') made ??= await touch.make();
            return answer;
          },
        });
        if (made !== true) return;
        const mine = (outcomes ?? [])
          .flatMap((each) => each.outcomes)
          .filter(({ operation }) => operation.address === touch.address);
        expect(mine.filter(({ result }) => result !== 'failed' && result !== 'skipped')).toEqual(
          [],
        );
        const reported = mine.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code));
        if (reported.includes('moved-meanwhile')) caught += 1;
      } finally {
        await fixture.close();
      }
    },
  );
  expect(caught).toBeGreaterThanOrEqual(3);
}, 300_000);

function isStale({ code }: { readonly code: string }): boolean {
  return code === 'plan-stale';
}

function listOperations(planned: readonly PlannedAccount[]): readonly Operation[] {
  return planned.flatMap((each) => (each.kind === 'planned' ? each.plan.operations : []));
}

it('refuses an account whose manifest changed since the plan, and does the other', async () => {
  const fixture = await openQuickstart();
  await applyAll(fixture);
  editManifest(fixture, 'northwind', { from: 'timezone: Europe/Berlin', to: 'timezone: UTC' });
  editManifest(fixture, 'contoso', {
    from: 'displayName: Contoso',
    to: 'displayName: Contoso Ltd',
  });
  const planned = await fixture.plan();
  editManifest(fixture, 'northwind', { from: 'timezone: UTC', to: 'timezone: Asia/Kolkata' });
  const outcomes = await fixture.apply({ planned });
  const said = outcomes.flatMap(({ diagnostics }) =>
    diagnostics.map(({ code, summary, moves }) => [`${code} ${summary}`, formatMoves(moves ?? [])]),
  );
  expect(said).toEqual([
    [
      'plan-stale northwind changed since the plan: the manifest has changed (northwind)',
      ['northwind/timezone: the manifest wanted "UTC", now wants "Asia/Kolkata"'],
    ],
  ]);
  expect(readLive(fixture, 'northwind').timezone).toBe('Europe/Berlin');
  expect(readLive(fixture, 'contoso').name).toBe('Contoso Ltd');
});

it('refuses a plan whose secret has another value by now', async () => {
  const fixture = await openQuickstart();
  await applyAll(fixture);
  fixture.secrets.set('northwind_crm_key', 'second-not-a-secret');
  const planned = await fixture.plan();
  fixture.secrets.set('northwind_crm_key', 'third-not-a-secret');
  const since = fixture.emulator.requests().length;
  const outcomes = await fixture.apply({ planned });
  expect(listReported(outcomes)).toMatchObject([
    {
      code: 'plan-stale',
      summary: expect.stringMatching(
        /plan: the secret \$northwind_crm_key \(northwind\/connectors\/crm\/auth\) has another value$/,
      ),
    },
  ]);
  expect(listWrites(fixture, since)).toEqual([]);
});

it('says of a plan that is applied twice that it was applied, be it of what is new or of an edit', async () => {
  const fixture = await openQuickstart();
  const first = await fixture.plan();
  await applyAll(fixture, { planned: first });
  const applied = {
    code: 'plan-done',
    summary: expect.stringMatching(/left to do: the plan was already applied$/),
  };
  const since = fixture.emulator.requests().length;
  expect(listReported(await fixture.apply({ planned: first }))).toMatchObject([applied, applied]);
  editManifest(fixture, 'northwind', { from: 'timezone: Europe/Berlin', to: 'timezone: UTC' });
  const second = await fixture.plan();
  expect(listWrites(fixture, since)).toEqual([]);
  await applyAll(fixture, { planned: second });
  expect(listReported(await fixture.apply({ planned: second }))).toMatchObject([applied]);
});

it('says that a part is done where an apply ended in the middle', async () => {
  const fixture = await openQuickstart();
  const planned = await fixture.plan();
  fixture.emulator.control.plantFaults([
    { method: 'POST', path: '/v1.0/templates/*/install', every: 1, do: 'status', status: 400 },
  ]);
  await applyAll(fixture, { planned });
  const reported = listReported(await fixture.apply({ planned })).map(({ summary }) => summary);
  expect(reported).toContainEqual(
    expect.stringMatching(/^northwind .*: a part of the plan is done already \(northwind, /),
  );
});

it('refuses a plan file in which anything was changed, cut off or added', async () => {
  const fixture = await openQuickstart();
  const text = await formatPlanFile(await fixture.plan());
  expect('plan' in (await readPlan(toLines(text)))).toBe(true);
  const from = text.indexOf('"format"');
  const position = fc.integer({ min: from, max: text.length - 2 });
  await fc.assert(
    fc.asyncProperty(position, fc.constantFrom('x', '', '7', '}', '\n'), async (at, put) => {
      if (text.slice(at, at + 1) === put) return;
      const changed = `${text.slice(0, at)}${put}${text.slice(at + 1)}`;
      const read = await readPlan(toLines(changed));
      if (!('plan' in read)) return;
      if (planSigner.verify(read.plan.seal.says, read.plan.seal.of) !== 'whole') return;
      // Only what stands between its parts may differ: what is applied is the same to the byte.
      expect(await collect(readPlannedAccounts(toLines(changed)))).toEqual(
        await collect(readPlannedAccounts(toLines(text))),
      );
      expect(read.plan.target).toEqual(planTarget);
    }),
    { seed: 4, numRuns: 300 },
  );
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: text.lastIndexOf('"\n}') - 1 }), async (at) => {
      expect('diagnostics' in (await readPlan(toLines(text.slice(0, at))))).toBe(true);
    }),
    { seed: 4, numRuns: 100 },
  );
});

it('refuses a plan of another format, and says which one it applies', async () => {
  const fixture = await openQuickstart();
  const text = (await formatPlanFile(await fixture.plan())).replace(
    'cyclectl.dev/plan/v5',
    'cyclectl.dev/plan/v3',
  );
  const read = await readPlan(toLines(text));
  expect('diagnostics' in read && read.diagnostics[0]?.summary).toContain(
    'format is "cyclectl.dev/plan/v3", but this version applies cyclectl.dev/plan/v5',
  );
});

it('refuses the plan of another target, and writes nothing', async () => {
  const project = await copyExample('quickstart');
  expect((await runInProcess(project, 'plan', '--out', 'plan.json')).exitCode).toBe(0);
  await project.edit('cyclectl.yaml', 'world: world.yaml', 'world: other.yaml');
  await project.write(
    'other.yaml',
    'clients: [{clientId: quickstart, clientSecret: not-a-secret}]\n',
  );
  const { exitCode, stdout, stderr } = await runInProcess(project, 'apply', 'plan.json', '--yes');
  expect(exitCode).toBe(1);
  expect(`${stdout}${stderr}`).toMatch(/world\.yaml/);
}, 60_000);

async function* toLines(text: string): AsyncGenerator<string> {
  yield* text.replace(/\n$/, '').split('\n');
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
