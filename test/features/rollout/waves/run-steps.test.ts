import { beforeAll, expect, it } from 'vitest';
import { runProgram } from '../../../../src/cli/run-program.ts';
import { runSteps } from '../../../../src/features/rollout/waves/run-steps.ts';
import { HastyTimer } from '../../../service/open-for-test.ts';
import { openRecordedContext } from '../../../support/run-in-process.ts';
import { type GatedFleet, openGatedFleet } from '../gate/open-gated-fleet.ts';

const proceed = ['rollout', 'continue', 'customers', '--exit-code', '--wait'] as const;

let place: GatedFleet;

beforeAll(async () => {
  place = await openGatedFleet({ frozenAt: new Date().toISOString() });
});

/** The time of the service: a rest of the command lets it pass there, and its cycles run. */
class ServiceTimer extends HastyTimer {
  readonly restsMs: number[] = [];
  readonly #pass: (ms: number) => Promise<unknown>;

  constructor(pass: (ms: number) => Promise<unknown>) {
    super();
    this.#pass = pass;
  }

  override setAlarm(ms: number, ring: () => void): () => void {
    if (ms < 60_000) return super.setAlarm(ms, ring);
    this.restsMs.push(ms);
    let isDropped = false;
    void this.#pass(ms).then(() => isDropped || super.setAlarm(ms, ring));
    return () => {
      isDropped = true;
    };
  }
}

function letPass(ms: number): Promise<unknown> {
  return place.emulator.control.letPass(`${ms}ms`);
}

async function wait(timer: ServiceTimer, stopping: AbortSignal, ...words: readonly string[]) {
  const { context, said } = openRecordedContext(place.project.environment);
  const argv = ['-C', place.project.directory, ...proceed, ...words];
  const program = { argv, endedBy: () => null };
  const exitCode = await runProgram({ ...context, timer, stopping }, program);
  return { exitCode, text: said().replaceAll(/\s+/g, ' '), rests: timer.restsMs };
}

const never = new AbortController().signal;

it('takes steps until the rollout is done, and rests where a wave has no evidence', async () => {
  await place.open('{evidence: 100%, within: 26h}');
  const { exitCode, text, rests } = await wait(new ServiceTimer(letPass), never);
  expect(exitCode, text).toBe(0);
  expect(text).toMatch(/pilot passed its gate.*Wave 2 of 2, rest: 4 accounts: 4 done.*is done/);
  expect(rests.every((ms) => ms === 300_000)).toBe(true);
  expect(rests.length).toBeGreaterThan(1);
});

it('ends where only a person can go on', async () => {
  await place.open('{evidence: 100%, within: 2m}');
  const asked = await wait(
    new ServiceTimer(async (ms) => place.emulator.control.advance(`${ms}ms`)),
    never,
  );
  expect(asked).toMatchObject({ exitCode: 2, rests: [300_000] });
  expect(asked.text).toMatch(
    /asks a person since .*--wave pilot --reason TEXT.*To go on: cyclectl/,
  );
});

it('ends after the time that it is given, and when it is asked to', async () => {
  await place.open('{evidence: 100%, within: 26h}');
  const still = async () => undefined;
  const late = await wait(new ServiceTimer(still), never, '--timeout', '7m');
  expect(late).toMatchObject({ exitCode: 2, rests: [300_000] });
  expect(late.text).toMatch(/in 5 minutes\..*The rollout is open: the next step would begin after/);
  const hasty = await wait(new ServiceTimer(still), never, '--timeout', '3s');
  expect(hasty).toMatchObject({ exitCode: 2, rests: [] });
  expect(hasty.text).not.toContain('5 minutes');
  const controller = new AbortController();
  const stopped = new ServiceTimer(async () => controller.abort());
  expect(await wait(stopped, controller.signal)).toMatchObject({ exitCode: 2, rests: [300_000] });
});

it('ends with the code of a signal while it rests, and leaves nothing open', async () => {
  const waiting = place.project.start(...proceed);
  for await (const line of waiting.iterable({ from: 'stderr' }))
    if (line.includes('Looks again')) waiting.kill('SIGTERM');
  expect((await waiting).exitCode).toBe(143);
  const { text } = await place.step('rollout', 'stop', 'customers', '--reason', 'enough');
  expect(text).toContain('Stopped the rollout');
  expect((await place.step('resume', '--status')).text).toContain('No unfinished work.');
});

it('refuses options that contradict each other', async () => {
  const one = ['rollout', 'continue', 'customers'];
  expect(await place.step(...one, '--timeout', '1h')).toMatchObject({
    exitCode: 1,
    text: expect.stringContaining('--timeout needs --wait'),
  });
  expect((await place.step(...proceed, '--format', 'json')).text).toContain('one document');
});

it('gives each step but the first a time of its own', async () => {
  const { context } = openRecordedContext({});
  const begun: unknown[] = [];
  await runSteps(context, { wait: true, format: 'text' }, async (step) => {
    begun.push(step.begun?.atMs);
    return { code: 0, follows: begun.length < 3 ? 'step' : 'nothing' };
  });
  expect(begun[0]).toBe(context.begun?.atMs);
  expect(new Set(begun).size).toBe(3);
});
