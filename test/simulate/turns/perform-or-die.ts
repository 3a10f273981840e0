import type { AccountOutcome } from '../../../src/model/plan/outcome.ts';
import type { makeMortal } from '../../faults/deaths/death.ts';
import { type CommandResult, Program } from '../program.ts';
import { outcomesOf, type Simulation } from '../simulation.ts';

/** How a command ends early; null where it does not. */
export type Ending = {
  readonly mortal: ReturnType<typeof makeMortal>;
  readonly host: 'here' | 'elsewhere';
} | null;

/** Does a command to its end, or to its death: then it gives null. */
export async function performOrDie(
  { simulated, tally, note }: Simulation,
  ending: Ending,
  command: (program: Program) => Promise<CommandResult>,
): Promise<readonly AccountOutcome[] | null> {
  if (ending === null) return outcomesOf(await command(new Program(simulated)));
  const { mortal, host } = ending;
  const program = new Program(simulated, { tap: mortal.tap, host });
  const performed = await Promise.race([command(program), mortal.death.then(() => null)]);
  if (performed !== null) return outcomesOf(performed);
  simulated.beating.delete(program.holder.id);
  if (host === 'here') simulated.gone.add(program.holder.id);
  tally.count(`death after ${mortal.last()}`);
  tally.count('deaths');
  note(`    dead after ${mortal.last()}`);
  return null;
}
