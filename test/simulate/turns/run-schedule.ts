import type { Choices } from '../../../src/emulator/world/choices.ts';
import type { World } from '../../../src/emulator/world/file/world.ts';
import type { Draw } from '../../worlds/generate/draw.ts';
import { secretNames } from '../../worlds/generate/evolve.ts';
import { addDuplicates, type Cast, drawCast } from '../../worlds/generate/generate-cast.ts';
import { drawOwners } from '../../worlds/generate/generate-owners.ts';
import { drawVersion } from '../../worlds/generate/generate-version.ts';
import { drawWorld } from '../../worlds/generate/generate-world.ts';
import { drawChoices, drawSecretValues, withPinned } from '../../worlds/laws/scenario.ts';
import { copyUnmanaged, installUnmanaged } from '../../worlds/rough/unmanaged-changes.ts';
import { checkRowsAtRest } from '../fleet/check-rows.ts';
import { checkEnded } from '../fleet/rollout/check-rollout.ts';
import { endRollout } from '../fleet/rollout/run-rollout.ts';
import { checkUnmoved, noteOthers } from '../fleet/rollout/simulated-rollouts.ts';
import { addRollout, changeRows, writeFirst } from '../fleet/simulated-fleet.ts';
import { checkLookedAt, editBeside } from '../laws/check-looked-at.ts';
import { checkNamed } from '../laws/check-named.ts';
import { dropFormerSecrets } from '../laws/secrets/drop-former-secrets.ts';
import { checkCells } from '../reach/met-cells.ts';
import type { Schedule, Turn } from '../schedule.ts';
import { makeSeededDraw } from '../seeded-draw.ts';
import { openSimulatedService } from '../simulated-service.ts';
import { type Evidence, listKeys, type Simulation } from '../simulation.ts';
import type { Tally } from '../tally.ts';
import { forgetFormerSecrets } from './lose-store.ts';
import { rewriteAll } from './rest/rewrite-all.ts';
import { checkAtRest, runToRest } from './rest/run-to-rest.ts';
import { runFault } from './run-fault.ts';
import { touchInConsole } from './saved-plan.ts';

const mostOnPage = 100;
const people = [
  { key: 'northwind', id: 'northwind-8812' },
  { key: 'contoso', id: 'contoso.example' },
  { key: 'fabrikam', id: 'fabrikam-3' },
  { key: 'tailspin', id: 'tailspin.example' },
  { key: 'wingtip', id: 'wingtip-21' },
];

/** Runs a schedule. Throws for a broken law. */
export async function runSchedule(
  schedule: Schedule,
  { tally, note }: { readonly tally: Tally; readonly note: (text: string) => void },
): Promise<void> {
  const draw = makeSeededDraw(schedule.world);
  const world = addDuplicates(drawWorld(draw));
  // Without lists, an account that others have made is not found.
  const isCrowded = draw.chance(3) && !schedule.isDocumented;
  const drawn = resolveChoices(schedule, drawChoices(draw, world));
  const casts = drawCasts(draw, world, schedule);
  const choices = withPinned(drawn, casts);
  const paged: Partial<Choices> = isCrowded ? { ...choices, maximumPageSize: 100 } : choices;
  const contract = schedule.isDocumented ? 'documented' : 'full';
  const simulated = await openSimulatedService(world, paged, contract);
  const life: Simulation = {
    schedule,
    world,
    casts,
    fleet: null,
    simulated,
    tally,
    note,
    unmanaged: new Set(),
    versions: new Map(),
    cycles: new Map(),
    waiting: new Map(),
    touched: [],
    lookedAt: { base: new Map(), unknown: new Set(), isUndone: false, touches: 0 },
    settled: new Map(),
    runs: new Map(),
    singleRuns: new Map(),
    credentials: new Map(),
  };
  setSecrets(life, schedule.world);
  if (isCrowded) addCrowd(life);
  try {
    for (const [index, turn] of schedule.turns.entries()) await runTurn(life, turn, index);
    if (schedule.isRolledOut === true) await runLastRollout(life);
    checkCells(simulated.cells);
  } finally {
    for (const cell of simulated.cells) tally.count(cell);
    await simulated.close();
  }
}

async function runLastRollout(life: Simulation): Promise<void> {
  life.note('the end');
  const seen = makeEvidence(life);
  await endRollout(life, seen);
  await runToRest(life, seen);
  await checkAtRest(life, seen);
  await checkEnded(life);
}

async function runTurn(life: Simulation, turn: Turn, index: number): Promise<void> {
  const { schedule, simulated, note } = life;
  note(`turn ${index + 1}`);
  noteOthers(life);
  if (turn.secrets !== 0) setSecrets(life, turn.secrets);
  if (turn.lacks !== 0) takeSecrets(life, turn.lacks);
  if (turn.isOtherKey) simulated.keyId = `key-${index + 1}`;
  if (turn.consoleEdits.length > 0) {
    const keys = listKeys(life);
    const key = keys[(turn.consoleEdits[0] ?? 0) % keys.length] ?? '';
    note(`  by hand: ${(await touchInConsole(life, key, turn.consoleEdits)).join(', ')}`);
  }
  if (turn.beside !== 0) await editBeside(life, turn.beside);
  if (turn.others !== 0) await runOtherUsers(life, turn.others);
  editAll(life, turn);
  if (index === 1 && schedule.isRolledOut === true) await addRollout(life);
  if (life.fleet !== null) await changeRows(life, turn.steps ?? []);
  else if (schedule.rows !== undefined) await writeFirst(life, turn.edits[0] ?? schedule.world);
  if (simulated.wasLost) forgetFormerSecrets(life);
  const seen = makeEvidence(life);
  for (const fault of turn.faults) await runFault(life, seen, fault);
  await runToRest(life, seen);
  if (schedule.isDocumented) await checkNamed(life, seen);
  else {
    await checkAtRest(life, seen);
    await checkRowsAtRest(life, seen);
    await checkLookedAt(life);
    await checkUnmoved(life);
  }
  if (turn.isRewritten && !schedule.isDocumented) {
    await rewriteAll(life, seen);
    await checkLookedAt(life);
  }
  life.singleRuns.clear();
  life.tally.count('turns');
}

function makeEvidence({ simulated, touched }: Simulation): Evidence {
  return {
    allowed: [simulated.dump()],
    moments: [],
    edited: [],
    unclocked: new Set(),
    since: simulated.emulator.requests().length,
    notKept: new Set(),
    touchedBefore: touched.length,
  };
}

// The rows of a fleet have the parts of its blueprint.
function drawCasts(draw: Draw, world: World, { accounts, rows = 0 }: Schedule): readonly Cast[] {
  const drawn: Cast[] = [];
  for (const [index, who] of people.slice(0, accounts).entries()) {
    const [first] = drawn;
    const isRow = first !== undefined && index < rows;
    drawn.push(isRow ? { ...first, ...who } : drawCast(draw, world, who));
  }
  return drawn;
}

// A choice that makes console changes of schedules visible, because otherwise no plan can see them.
function resolveChoices({ turns }: Schedule, choices: Partial<Choices>): Partial<Choices> {
  const isTouched = turns.some(
    ({ consoleEdits, faults }) =>
      consoleEdits.length > 0 ||
      faults.some(
        (each) =>
          each.do === 'revert' ||
          each.do === 'rollout' ||
          (each.do === 'saved' && each.between === 'hand'),
      ),
  );
  return { ...choices, ...(isTouched ? { scheduleReadable: 'yes' } : {}) };
}

// More than one page of connectors, none of them ours.
function addCrowd({ simulated, world, unmanaged, tally, casts: [cast] }: Simulation): void {
  const kind = world.connectors?.[0]?.name ?? '';
  const connectors = Array.from({ length: mostOnPage + 5 }, (_, index) => ({
    name: `Crowd ${index}`,
    connector: kind,
  }));
  simulated.emulator.control.seed([{ id: cast?.id ?? '', name: 'Crowded', connectors }]);
  for (const { connectors: made } of simulated.dump())
    for (const { id } of made) unmanaged.add(String(id));
  tally.count('a list of several pages');
}

function setSecrets({ simulated }: Simulation, seed: number): void {
  for (const [name, value] of Object.entries(drawSecretValues(makeSeededDraw(seed))))
    simulated.setSecret(name, value);
}

function takeSecrets({ simulated, note }: Simulation, seed: number): void {
  const taken = makeSeededDraw(seed).some(secretNames, 50);
  for (const name of taken) simulated.secrets.delete(name);
  note(`  without a value: ${taken.join(', ')}`);
}

function editAll(life: Simulation, { edits }: Turn): void {
  const { schedule, simulated, versions, casts, touched } = life;
  const isStrict = schedule.turns.some(({ faults }) => faults.some((each) => each.do === 'lose'));
  for (const [index, cast] of casts.entries()) {
    if (index < (schedule.rows ?? 0)) continue;
    const past = versions.get(cast.key) ?? [];
    const seed = edits[index] ?? 0;
    if (seed === 0 && past.length > 0) continue;
    const draw = makeSeededDraw(seed === 0 ? schedule.world + index : seed);
    const drawn = drawVersion(draw, cast, { versions: past, isStrict });
    const hasWebhook = (simulated.find(cast.key)?.webhookUrl ?? '') !== '';
    const owned = drawOwners(draw, drawn, { touched, today: simulated.today, hasWebhook });
    const written = isStrict ? dropFormerSecrets(owned, past) : owned;
    const { ownership, ignore } = written.spec;
    life.note(`  ${cast.key}: ${JSON.stringify({ ownership, ignore })}`);
    versions.set(cast.key, [...past, written]);
    simulated.write(written);
  }
}

async function runOtherUsers(life: Simulation, seed: number): Promise<void> {
  const { simulated, world, unmanaged } = life;
  const draw = makeSeededDraw(seed);
  const written = simulated.manifests.get(draw.pick(listKeys(life)));
  if (written === undefined) return;
  const make = draw.pick([installUnmanaged, copyUnmanaged]);
  const made = await make({ fixture: simulated, written }, draw, { world });
  for (const id of made) unmanaged.add(id);
  life.note(`  made by others: ${[...made].join(', ')}`);
}
