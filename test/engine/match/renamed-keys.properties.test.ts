import { expect, it } from 'vitest';
import { isSuccess } from '../../../src/model/plan/outcome.ts';
import { openFixture, planOf } from '../../worlds/fixture.ts';
import { formatManifestText } from '../../worlds/generate/format-manifest-text.ts';
import { checkLaw } from '../../worlds/laws/check-law.ts';
import { runTurn } from '../../worlds/laws/run-turn.ts';
import {
  drawScenario,
  formatScenarioStart,
  formatTurn,
  type Scenario,
} from '../../worlds/laws/scenario.ts';
import { applyAll, listLeft, listWrites } from '../../worlds/quickstart.ts';

const law =
  'entries under new keys with renamedFrom are what they were: nothing is made or deleted, and it converges';
const file = 'test/engine/match/renamed-keys.properties.test.ts';

it(law, async () => {
  await checkLaw({ law, file, runs: 8, seed: 5 }, async (draw, note) => {
    const drawn = drawScenario(draw, { turns: 1, touches: 0 });
    const story: Scenario = { ...drawn, turns: drawn.turns.slice(0, 1) };
    note(formatScenarioStart(story));
    const [turn] = story.turns;
    if (turn === undefined) return;
    const fixture = await openFixture({
      world: story.world,
      choices: story.choices,
      manifests: {},
    });
    try {
      note(formatTurn(turn));
      await runTurn(fixture, { story, index: 0 });
      const ids = () =>
        fixture.emulator.control
          .dump()
          .accounts.map(({ id, connectors, cycles }) => [
            id,
            connectors.map((each) => each.id),
            cycles.map((each) => each.id),
          ]);
      const [before, since] = [ids(), fixture.emulator.requests().length];
      const losesStore = draw.chance(30);
      if (losesStore) fixture.loseStore();
      const renamed = renameAll(turn.written);
      fixture.manifests.set(`accounts/${renamed.metadata.name}.yaml`, formatManifestText(renamed));
      const { changes } = planOf(await fixture.plan(), renamed.metadata.name);
      expect(changes.filter(({ verb }) => verb === 'create' || verb === 'delete')).toEqual([]);
      expect((await applyAll(fixture)).every(isSuccess)).toBe(true);
      expect(listLeft(await fixture.plan())).toEqual([]);
      expect(ids()).toEqual(before);
      expect(listWrites(fixture, since).filter((each) => /DELETE|install/.test(each))).toEqual([]);
      const { objects } = await fixture.store.readState(renamed.metadata.name);
      const entries = { ...renamed.spec.connectors, ...renamed.spec.cycles };
      expect(objects.size).toBe(1 + Object.keys(entries).length);
    } finally {
      await fixture.close();
    }
  });
}, 300_000);

type Written = Scenario['turns'][number]['written'];

function renameAll(written: Written): Written {
  const { connectors, cycles } = written.spec;
  const rename = <T extends object>(entries: Readonly<Record<string, T>>) =>
    Object.fromEntries(
      Object.entries(entries).map(([key, entry]) => [
        toNewKey(key),
        { ...entry, renamedFrom: key },
      ]),
    );
  const moved = Object.fromEntries(
    Object.entries(cycles ?? {}).map(([key, cycle]) => {
      const slots = Object.entries(cycle.connectors ?? {});
      const renamed = slots.map(([slot, connector]) => [slot, toNewKey(connector)] as const);
      return [
        key,
        slots.length === 0 ? cycle : { ...cycle, connectors: Object.fromEntries(renamed) },
      ];
    }),
  );
  return {
    ...written,
    spec: {
      ...written.spec,
      ...(connectors === undefined ? {} : { connectors: rename(connectors) }),
      ...(cycles === undefined ? {} : { cycles: rename(moved) }),
    },
  };
}

function toNewKey(key: string): string {
  return `${key}-new`;
}
