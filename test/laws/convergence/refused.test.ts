import { expect, it } from 'vitest';
import {
  type Address,
  parseObjectAddress,
  toConnectorAddress,
  toCycleAddress,
} from '../../../src/model/address.ts';
import type { DiagnosticCode } from '../../../src/model/diagnostic/codes.ts';
import type { WrittenAccount } from '../../../src/model/manifest/manifest.generated.ts';
import { isDone, isSuccess } from '../../../src/model/plan/outcome.ts';
import { isRefused } from '../../../src/model/plan/refused.ts';
import { listTemplateIds } from '../../guarantees/open-documented.ts';
import { findDumped } from '../../worlds/console/dumped.ts';
import { openFixture, planOf, type TestFixture } from '../../worlds/fixture.ts';
import type { Draw } from '../../worlds/generate/draw.ts';
import { checkLaw } from '../../worlds/laws/check-law.ts';
import { compareLive } from '../../worlds/laws/live-oracle.ts';
import { runTurn } from '../../worlds/laws/run-turn.ts';
import {
  drawScenario,
  formatScenarioStart,
  formatTurn,
  type Scenario,
} from '../../worlds/laws/scenario.ts';
import { listLeft, listReasons, listReported } from '../../worlds/quickstart.ts';

const law =
  'an object that cannot be planned stays as it is, the rest comes to rest, and then it does';
const file = 'test/laws/convergence/refused.test.ts';

const met = new Map<string, number>();

it.each([
  ['full', { suite: 20, full: 60 }, 73],
  ['documented', { suite: 10, full: 60 }, 74],
] as const)(
  `${law}, contract %s`,
  async (contract, runs, seed) => {
    await checkLaw({ law, file, runs, seed }, async (draw, note) => {
      const touches = contract === 'full' ? 4 : 0;
      const drawn = drawScenario(draw, { turns: 3, least: 2, touches });
      // A lost store waits for a person, who is not in these stories.
      const story = {
        ...drawn,
        turns: drawn.turns.map((turn) => ({ ...turn, losesStore: false })),
      };
      note(formatScenarioStart(story));
      const { world, choices } = story;
      const documented =
        contract === 'full'
          ? {}
          : { serves: contract, contract, templates: await listTemplateIds(world) };
      const fixture = await openFixture({ world, choices, manifests: {}, ...documented });
      try {
        for (const index of story.turns.keys()) {
          note(formatTurn(story.turns[index] ?? fail()));
          await play(fixture, { story, index }, { draw, contract });
        }
      } finally {
        await fixture.close();
      }
    });
  },
  300_000,
);

it('meets refused cycles and connectors that exist and that are new, and cycles that use one', () => {
  const rare = [
    'live cycle',
    'new cycle',
    'live connector',
    'new connector',
    'cycle that uses one',
  ];
  expect(rare.filter((what) => (met.get(what) ?? 0) < 3)).toEqual([]);
});

type Case = { readonly draw: Draw; readonly contract: 'full' | 'documented' };

async function play(
  fixture: TestFixture,
  at: { readonly story: Scenario; readonly index: number },
  { draw, contract }: Case,
): Promise<void> {
  const turn = at.story.turns[at.index] ?? fail();
  const last = at.story.turns[at.index - 1]?.written ?? null;
  const broken = at.index > 0 || draw.chance(40) ? breakOne(draw, turn.written, last) : null;
  if (broken !== null) await playBroken(fixture, at, broken);
  // The cause is gone: everything comes to rest, the touches of this turn aside.
  const turns = at.story.turns.with(at.index, { ...turn, touches: [] });
  const { outcomes } = await runTurn(fixture, { ...at, story: { ...at.story, turns } });
  if (contract === 'documented') {
    const { operations } = planOf(await fixture.plan(), 'northwind');
    if (outcomes.every(isSuccess)) demandNone('what is left to do', operations);
    return;
  }
  demandNone('what apply says', listReported(outcomes));
  demandNone('what is left to do', listLeft(await fixture.plan()));
  const live = findDumped(fixture.emulator, turn.written.spec.id ?? '');
  demandNone('what the service holds', live === null ? [] : compareLive(turn.written, live));
}

async function playBroken(
  fixture: TestFixture,
  at: { readonly story: Scenario; readonly index: number },
  { written, address, codes }: Broken,
): Promise<void> {
  const turn = at.story.turns[at.index] ?? fail();
  const turns = at.story.turns.with(at.index, { ...turn, written });
  const look = () => readObject(fixture, address);
  let before: Awaited<ReturnType<typeof look>> = { record: null, live: null };
  const { planned, outcomes, applied } = await runTurn(
    fixture,
    { ...at, story: { ...at.story, turns } },
    async () => {
      before = await look();
    },
  );
  // Others may own what is broken; then nothing of it is to be written.
  if (!listReasons(planned).some(({ code }) => codes.includes(code))) return;
  const { refused = [], operations, changes } = planOf(planned, 'northwind');
  countMet(`${before.live === null ? 'new' : 'live'} ${parseObjectAddress(address)?.kind}`);
  if (listReasons(planned).some((each) => each.code === 'connector-refused')) {
    countMet('cycle that uses one');
  }
  const touched = [...operations, ...changes].filter((each) => isRefused(refused, each.address));
  demandNone('what is planned of a refused object', touched);
  if (before.record !== null) expect(await look()).toEqual(before);
  const id = String(before.live?.id);
  const sent = fixture.emulator.requests().slice(applied.from, applied.to);
  demandNone(
    'requests to a refused object',
    sent.filter(({ method, path }) => method !== 'GET' && path.split('/').includes(id)),
  );
  if (!outcomes.every(isDone)) return;
  const again = planOf(await fixture.plan(), 'northwind');
  demandNone('what is left to do beside it', [...again.operations, ...again.changes]);
  expect(again.refused?.map((each) => each.address)).toEqual(refused.map((each) => each.address));
}

/** An object as the state and the service have it. */
async function readObject(fixture: TestFixture, address: Address) {
  const { objects } = await fixture.store.readState('northwind');
  const record = objects.get(address) ?? null;
  const account = fixture.emulator.control
    .dump()
    .accounts.find(({ externalId }) => externalId === 'northwind-8812');
  const all = [...(account?.cycles ?? []), ...(account?.connectors ?? [])];
  return { record, live: all.find(({ id }) => String(id) === record?.remoteId) ?? null };
}

type Broken = {
  readonly written: WrittenAccount;
  readonly address: Address;
  readonly codes: readonly DiagnosticCode[];
};

/** Names a step or a connector that the service does not have, in an entry that is there or in a new one; null without an entry. */
function breakOne(draw: Draw, written: WrittenAccount, last: WrittenAccount | null): Broken | null {
  const { connectors = {}, cycles = {} } = written.spec;
  const keys = [
    ...Object.keys(cycles).map((key) => ({ room: 'cycles', key }) as const),
    ...Object.keys(connectors).map((key) => ({ room: 'connectors', key }) as const),
  ];
  if (keys.length === 0) return null;
  const isKnown = draw.chance(70);
  const fitting = keys.filter(
    ({ room, key }) => (last?.spec[room]?.[key] !== undefined) === isKnown,
  );
  const there = fitting.length > 0 ? fitting : keys;
  const chosen = draw.pick([...new Set(there.map((each) => each.room))]);
  const { room, key } = draw.pick(there.filter((each) => each.room === chosen));
  const copy = structuredClone(written);
  if (room === 'cycles') {
    const cycle = copy.spec.cycles?.[key] ?? fail();
    cycle.steps = { ...cycle.steps, 'No such step': { parameters: { none: '1' } } };
    return { written: copy, address: toCycleAddress('northwind', key), codes: ['step-unknown'] };
  }
  const connector = copy.spec.connectors?.[key] ?? fail();
  const address = toConnectorAddress('northwind', key);
  connector.connector = { ...connector.connector, name: 'No such connector' };
  const codes = ['connector-unknown', 'change-refused'] as const;
  return { written: copy, address, codes };
}

function countMet(what: string): void {
  met.set(what, (met.get(what) ?? 0) + 1);
}

function demandNone(what: string, items: readonly unknown[]): void {
  if (items.length > 0) throw new Error(`${what}: ${JSON.stringify(items, null, 1)}`);
}

function fail(): never {
  throw new Error('The story has no such part');
}
