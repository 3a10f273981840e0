import type {
  WrittenCycle,
  WrittenScheduleEvery,
} from '../../../src/model/manifest/manifest.generated.ts';
import type { Draw } from './draw.ts';
import { drawSecret, dropEmpty, evolve } from './evolve.ts';
import type { Cast, CastCycle } from './generate-cast.ts';
import { drawSteps } from './generate-mapping.ts';
import { drawHours, drawText } from './generate-settings.ts';
import { isWebhook } from './names-of.ts';

/** A cycle's turn in its story. */
export type CycleTurn = {
  readonly cast: Cast;
  readonly cycle: CastCycle;
  /** Former version of it; null if there was none. */
  readonly before: WrittenCycle | null;
  /** Its state and schedule must be written, because the store may be lost. */
  readonly isStrict: boolean;
  /** Connectors that this version has. */
  readonly keys: ReadonlySet<string>;
};

/** A cycle in the next version of its manifest. */
export function drawCycle(draw: Draw, turn: CycleTurn): WrittenCycle {
  const { cycle, before } = turn;
  const last = <K extends keyof WrittenCycle>(key: K) => before && { value: before[key] };
  const variables = drawVariables(draw, turn);
  return dropEmpty({
    from: { template: cycle.template.name },
    displayName: evolve(draw, last('displayName'), () => `${cycle.key} ${draw.pick(['A', 'B'])}`),
    description: evolve(draw, last('description'), () => drawText(draw)),
    tags: evolve(draw, last('tags'), () => draw.some(['eu', 'us', 'Größe'], 50)),
    retention: evolve(draw, last('retention'), () => drawHours(draw)),
    errorAction: evolve(draw, last('errorAction'), () => draw.pick(['Ignore', 'Retry'])),
    collectionSplit: evolve(draw, last('collectionSplit'), () => draw.pick(['None', 'All'])),
    logRequests: evolve(draw, last('logRequests'), () => draw.chance(50)),
    shareable: evolve(draw, last('shareable'), () => draw.chance(50)),
    connectors: drawSlots(draw, turn),
    ...drawActivity(draw, turn),
    variables,
    steps: drawSteps(draw, turn, before),
  });
}

// A new cycle says which connectors it uses wherever the account has several of a kind.
function drawSlots(draw: Draw, { cycle, before, keys }: CycleTurn): WrittenCycle['connectors'] {
  const slots = [...cycle.choices];
  const fitting = slots.map(([slot, all]) => [slot, all.filter((key) => keys.has(key))] as const);
  const make = () => Object.fromEntries(fitting.map(([slot, all]) => [slot, draw.pick(all)]));
  if (before !== null) {
    const written = before.connectors;
    const isGood = Object.values(written ?? {}).every((key) => keys.has(key));
    return draw.chance(40) ? make() : isGood ? written : make();
  }
  return draw.chance(50) || fitting.some(([, all]) => all.length > 1) ? make() : undefined;
}

function drawVariables(draw: Draw, { cycle, before }: CycleTurn): WrittenCycle['variables'] {
  const entries = Object.keys(cycle.template.variables ?? {}).flatMap((name) => {
    const value = evolve(draw, before && { value: before.variables?.[name] }, () =>
      draw.chance(30) ? drawSecret(draw) : draw.pick(['emea', 'Größe', 500, false, '007']),
    );
    return value === undefined ? [] : [[name, value] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

type Written = Pick<WrittenCycle, 'state' | 'schedule'>;

function drawActivity(draw: Draw, turn: CycleTurn): Written {
  const { before, isStrict } = turn;
  const isKept = before !== null && (!isStrict || isSpecified(turn, before)) && draw.chance(55);
  if (isKept) return pickActivity(before);
  if (isWebhook(turn.cast.world, turn.cycle.template)) {
    return isStrict || draw.chance(75) ? { state: draw.pick(['paused', 'active', 'active']) } : {};
  }
  if (!isStrict && draw.chance(15)) return {};
  if (draw.chance(30)) {
    return { state: 'paused', ...(draw.chance(40) ? { schedule: drawSchedule(draw) } : {}) };
  }
  // A running cycle may be left on the schedule that it has.
  const isRunning = before?.state === 'active' && before.schedule !== undefined;
  const isEvery = isRunning && 'every' in (before.schedule ?? {});
  if (isEvery && !isStrict && draw.chance(25)) return { state: 'active' };
  return { state: 'active', schedule: drawSchedule(draw) };
}

function isSpecified({ cast, cycle }: CycleTurn, before: WrittenCycle): boolean {
  if (before.state === undefined) return false;
  return (
    before.state === 'paused' ||
    before.schedule !== undefined ||
    isWebhook(cast.world, cycle.template)
  );
}

function pickActivity({ state, schedule }: WrittenCycle): Written {
  return dropEmpty({ state, schedule });
}

function drawSchedule(draw: Draw): WrittenScheduleEvery {
  return {
    every: draw.pick(['15m', '1m', '1h', '7d']),
    ...(draw.chance(50)
      ? { startAt: draw.pick(['2026-12-01T06:00:00Z', '2026-01-01T00:07:30Z']) }
      : {}),
  };
}
