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
    const place = await openFixture({
      world: story.world,
      choices: story.choices,
      manifests: {},
    });
    try {
      note(formatTurn(turn));
      await runTurn(place, { story, index: 0 });
      const ids = () =>
        place.emulator.control
          .dump()
          .accounts.map(({ id, connectors, cycles }) => [
            id,
            connectors.map((each) => each.id),
            cycles.map((each) => each.id),
          ]);
      const [before, since] = [ids(), place.emulator.requests().length];
      const losesStore = draw.chance(30);
      if (losesStore) place.loseStore();
      const renamed = renameAll(turn.written);
      place.manifests.set(`accounts/${renamed.metadata.name}.yaml`, formatManifestText(renamed));
      const { changes } = planOf(await place.plan(), renamed.metadata.name);
      expect(changes.filter(({ verb }) => verb === 'create' || verb === 'delete')).toEqual([]);
      expect((await applyAll(place)).every(isSuccess)).toBe(true);
      expect(listLeft(await place.plan())).toEqual([]);
      expect(ids()).toEqual(before);
      expect(listWrites(place, since).filter((each) => /DELETE|install/.test(each))).toEqual([]);
      const { objects } = await place.store.readState(renamed.metadata.name);
      const entries = { ...renamed.spec.connectors, ...renamed.spec.cycles };
      expect(objects.size).toBe(1 + Object.keys(entries).length);
    } finally {
      await place.close();
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
