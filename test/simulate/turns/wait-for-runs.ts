import type { AccountOutcome } from '../../../src/model/plan/outcome.ts';
import { put } from '../../emulator/support/start-emulator.ts';
import { openConsoleUser } from '../../worlds/console/console-user.ts';
import { listReported } from '../../worlds/quickstart.ts';
import type { Simulation } from '../simulation.ts';

/** Longer than a single run may be late. */
const lateness = '11m';

/**
 * Acts as a person after an apply skipped a cycle with a single run: waits for its end, and stops a
 * cycle without a schedule in Git.
 */
export async function waitForRuns(
  life: Simulation,
  outcomes: readonly AccountOutcome[],
): Promise<void> {
  const { simulated, tally } = life;
  const reported = listReported(outcomes);
  if (reported.some(({ code }) => code === 'single-run-due')) {
    simulated.emulator.control.advance(lateness);
    tally.count('single run: waited for');
  }
  for (const { code, address = '' } of reported) {
    if (code !== 'single-run-overdue') continue;
    await stopInConsole(life, address);
    tally.count('single run: stopped by a person');
  }
}

async function stopInConsole({ simulated, note }: Simulation, address: string): Promise<void> {
  const [account = ''] = address.split('/');
  const { objects } = await simulated.store.readState(account);
  const record = [...objects.values()].find((each) => each.address === address);
  const { caller } = await openConsoleUser(simulated.emulator);
  const inside = caller.inside(simulated.find(account)?.id ?? '');
  await put(inside, `/cycles/${record?.remoteId}/deactivate`, {});
  note(`  stopped by hand: ${address}`);
}
