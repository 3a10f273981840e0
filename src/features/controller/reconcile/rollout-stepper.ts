import type { ProjectRequest } from '../../../app/project/open-project.ts';
import { describeThrown } from '../../../engine/apply/journal/run-safely.ts';
import { machineTimer } from '../../../kit/tasks/timer.ts';
import { isInProgress } from '../../../model/state/rollout.ts';
import { runNextStep } from '../../rollout/rollout-continue-command.ts';
import type { OpenedStation } from '../station.ts';
import type { WriteLog } from '../write-log.ts';

/** Time after a step that waits for evidence, a window or a person: no cycle runs more often. */
const restMs = 300_000;
/** Time between looks for rollouts. */
const lookMs = 10_000;

/** Takes the steps of open rollouts, one of each fleet at a time. */
export class RolloutStepper {
  readonly #log: WriteLog;
  readonly #running = new Map<string, Promise<void>>();
  /** When a fleet may be stepped again, in the time of the machine's timer. */
  readonly #nextMs = new Map<string, number>();
  #lookedMs = Number.NEGATIVE_INFINITY;

  constructor(log: WriteLog) {
    this.#log = log;
  }

  /** Starts the steps that are due; `open` makes a request of its own for each. */
  async start(station: OpenedStation, open: () => ProjectRequest): Promise<void> {
    const nowMs = machineTimer.nowMs();
    if (nowMs - this.#lookedMs < lookMs) return;
    this.#lookedMs = nowMs;
    const known = new Set(station.request.project.fleets.map(({ name }) => name));
    for (const rollout of await station.ports.store.listRollouts()) {
      const { fleet } = rollout;
      if (!isInProgress(rollout) || rollout.state === 'paused' || !known.has(fleet)) continue;
      if (this.#running.has(fleet) || nowMs < (this.#nextMs.get(fleet) ?? 0)) continue;
      const release = station.snapshot.retain();
      const step = this.#step(fleet, open()).then(release);
      const running = step.finally(() => this.#running.delete(fleet));
      this.#running.set(fleet, running);
    }
  }

  /** Waits for the steps in flight. */
  async close(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  async #step(fleet: string, request: ProjectRequest): Promise<void> {
    let waitMs = restMs;
    try {
      const options = { ...request.options, fleet, lockTimeout: 0 };
      const { follows } = await runNextStep({ ...request, options });
      if (follows === 'step') waitMs = 0;
      this.#log({ level: 'info', event: 'rollout-stepped', fleet, follows });
    } catch (error) {
      const { summary, remedy } = describeThrown(error, `the rollout of ${fleet}`);
      this.#log({ level: 'warning', event: 'rollout-not-stepped', fleet, text: summary, remedy });
    }
    this.#nextMs.set(fleet, machineTimer.nowMs() + waitMs);
  }
}
