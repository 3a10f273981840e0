import { countDeletes } from '../../../worlds/rough/rough-context.ts';
import { noteOthers } from '../../fleet/rollout/simulated-rollouts.ts';
import { Program } from '../../program.ts';
import {
  allowPresent,
  type Evidence,
  observe,
  outcomesOf,
  planNow,
  type Simulation,
} from '../../simulation.ts';
import { checkAtRest } from './run-to-rest.ts';

/** Sends all that cannot be verified again: then every secret is there. */
export async function rewriteAll(life: Simulation, seen: Evidence): Promise<void> {
  const { simulated, tally } = life;
  const choices = { rewrite: true };
  const { planned, text } = await planNow(life, choices);
  allowPresent(life, seen);
  // What could not be compared when a rollout was opened can be now, and was not approved.
  noteOthers(life);
  const perform = async () =>
    outcomesOf(await new Program(simulated).apply(text, countDeletes(planned)));
  await observe(life, seen, { faults: [], planned, perform });
  // One may be there that was never known to be.
  life.credentials.clear();
  await checkAtRest(life, seen, true);
  tally.count('all is sent again');
}
