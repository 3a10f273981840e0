import type { Fault } from '../../../src/emulator/control/faults.ts';
import type { PlannedAccount } from '../../../src/model/report/report.ts';
import {
  actionKinds,
  drawOutage,
  drawReadFaults,
  drawWriteFault,
} from '../../worlds/rough/draw-faults.ts';
import { makeSeededDraw } from '../seeded-draw.ts';
import type { Simulation } from '../simulation.ts';

type Kind = Parameters<typeof drawWriteFault>[1];

/** Draws faults of what a plan does. */
export function drawFaults(
  life: Simulation,
  seeds: readonly number[],
  planned: readonly PlannedAccount[],
): Fault[] {
  const operations = planned.flatMap((each) =>
    each.kind === 'planned' ? each.plan.operations : [],
  );
  const kinds = [...new Set(operations.map(({ action }) => action.kind))];
  const faults = seeds.flatMap((seed) => drawFault(seed, kinds.length > 0 ? kinds : actionKinds));
  for (const fault of faults.slice(0, 4)) life.note(`    fault ${JSON.stringify(fault)}`);
  return faults;
}

function drawFault(seed: number, kinds: readonly Kind[]): Fault[] {
  const draw = makeSeededDraw(seed);
  const roll = draw.int(0, 99);
  if (roll < 70) return [drawWriteFault(draw, draw.pick(kinds))];
  if (roll < 85) return drawReadFaults(draw);
  if (roll < 90) return drawOutage(draw);
  const path = '/v1.0/**';
  if (roll < 97) return [{ path, rate: 0.3, do: 'status', status: 429, retryAfterS: 2 }];
  return [{ path, rate: 0.1, do: 'delay', delayMs: 1 }];
}
