import type { CommandContext } from '../../../../src/app/context.ts';
import type { Follow } from '../../../../src/app/output/with-progress.ts';
import type { ProjectContext } from '../../../../src/app/project/open-project.ts';
import type { Revisions } from '../../../../src/engine/index/revisions/revisions.ts';
import { readPlan, readPlannedAccounts } from '../../../../src/engine/load/read-plan.ts';
import { findRunStart } from '../../../../src/engine/run/journal/journal-run.ts';
import { lockAccount } from '../../../../src/engine/run/journal/lock-account.ts';
import type { Run } from '../../../../src/engine/run/open-run.ts';
import { listPendingAccounts } from '../../../../src/engine/run/run-apply.ts';
import {
  type Decision,
  planApproval,
  planPause,
  planResume,
  planStop,
} from '../../../../src/features/rollout/decisions/plan-decision.ts';
import { findFleet } from '../../../../src/features/rollout/find-fleet.ts';
import { type CheckedWave, checkThrough } from '../../../../src/features/rollout/gate/run-gate.ts';
import { openRolloutSource } from '../../../../src/features/rollout/open-rollout-source.ts';
import { runRolloutStep } from '../../../../src/features/rollout/rollout-continue-command.ts';
import { recordRollout } from '../../../../src/features/rollout/rollout-open-command.ts';
import {
  openUndo,
  type UndoResult,
  type UndoRun,
} from '../../../../src/features/rollout/undo/apply-undo.ts';
import { checkWayBack } from '../../../../src/features/rollout/undo/check-way-back.ts';
import { openWave } from '../../../../src/features/rollout/waves/apply-wave.ts';
import { checkSealWith } from '../../../../src/features/rollout/waves/check-seal.ts';
import type { OpenedAdmitting } from '../../../../src/features/rollout/waves/open-admitting.ts';
import {
  type LockedFleet,
  openLockedFleet,
} from '../../../../src/features/rollout/with-locked-fleet.ts';
import type { AccountOutcome } from '../../../../src/model/plan/outcome.ts';
import { noChoices } from '../../../../src/model/plan/plan.ts';
import type { PlannedAccount } from '../../../../src/model/report/report.ts';
import { toFleetLock } from '../../../../src/model/state/lock.ts';
import {
  isInProgress,
  type Rollout,
  type RolloutAccount,
} from '../../../../src/model/state/rollout.ts';
import type { RunRecord } from '../../../../src/model/state/run.ts';
import { planSigner } from '../../../support/values/make-plan.ts';
import { formatPlanFile } from '../../../worlds/features/format-plan-file.ts';
import { countDeletes } from '../../../worlds/rough/rough-context.ts';
import { type Program, toLines, toPlanned } from '../../program.ts';
import type { SimulatedService } from '../../simulated-service.ts';
import { fleetName } from '../written-fleet.ts';
import { openSimulatedProject } from './open-simulated-run.ts';

/** The plan of a wave, or of an undo, whose accounts were admitted. */
export type PlannedWave = {
  readonly planned: readonly PlannedAccount[];
  readonly perform: () => Promise<readonly AccountOutcome[]>;
};

/** Result of a command about rollouts. */
export type RolloutAnswer = 'done' | 'nothing' | 'refused' | 'busy';

/** One process of `cyclectl rollout`, on ports that can be tapped. */
export class RolloutProgram {
  readonly #simulated: SimulatedService;
  readonly #program: Program;

  constructor(simulated: SimulatedService, program: Program) {
    this.#simulated = simulated;
    this.#program = program;
  }

  /** Opens a rollout of the newest revision, with permission for all that it deletes. */
  open(replaces: boolean): Promise<RolloutAnswer> {
    return this.#withLock(async (locked) => {
      const request = await this.#openRequest();
      if (locked.latest !== null && isInProgress(locked.latest) && !replaces) return 'refused';
      const found = findFleet(request, fleetName);
      const run = withRevisions(await this.#program.openRun(noChoices));
      const first = await openRolloutSource(request, found, run);
      if ((first.refused ?? []).length > 0) return 'refused';
      const { planned } = await toPlanned(first.plan.accounts(null), first.choices);
      const allowed = { allowReplace: true, allowNewWebhookUrls: true };
      const options = { ...request.options, ...allowed, allowDeletes: countDeletes(planned) };
      const source = await openRolloutSource({ ...request, options }, found, run);
      const text = await formatPlanFile(planned, source.choices);
      const { summary } = await readSaved(text);
      if (source.waves.length === 0) return 'nothing';
      const file = { lines: () => toLines(text), write: async () => undefined };
      const oneWay = await checkWayBack(file, source);
      if ('refused' in source.check(summary) || oneWay.length > 0) return 'refused';
      const approved = { source, made: { summary }, file, signer: planSigner };
      await recordRollout(fleetName, locked, approved);
      return 'done';
    });
  }

  /** Takes the next step; `apply` is given each wave, whose accounts are admitted as they begin. */
  step(apply: (wave: PlannedWave) => Promise<readonly AccountOutcome[]>): Promise<RolloutAnswer> {
    return this.#withLock(async (locked) => {
      await runRolloutStep(await this.#openRequest(), locked, {
        checkSeal: async (rollout, accounts) =>
          checkSealWith({ signer: planSigner, place: {} }, rollout, accounts),
        checkWave: (rollout, wave) => this.#checkWave(rollout, wave),
        applyWave: async (wave) => {
          const { openSource, record } = openWave(wave);
          await this.#apply(openSource, apply);
          return record();
        },
        applyUndo: (undo) => this.#applyUndo(undo, apply),
        readTurn: () => Promise.reject(new Error('No rollout of a world has windows')),
      });
      return 'done';
    });
  }

  /** Undoes the latest rollout; `apply` is given the plan once its accounts are admitted. */
  undo(apply: (wave: PlannedWave) => Promise<readonly AccountOutcome[]>): Promise<RolloutAnswer> {
    return this.#withLock(async (locked) => {
      const { latest: rollout } = locked;
      if (rollout === null || rollout.state === 'undone') return 'nothing';
      const accounts = await locked.store.listRolloutAccounts(rollout.id);
      const undo = { ...locked, rollout, accounts, why: 'manually', confirm: null };
      return (await this.#applyUndo(undo, apply)) === 'not-begun' ? 'nothing' : 'done';
    });
  }

  pause(): Promise<RolloutAnswer> {
    return this.#decide((latest) => planPause(latest, 'lunch'));
  }

  resume(): Promise<RolloutAnswer> {
    return this.#decide((latest) => planResume(latest, 'after lunch'));
  }

  /** Approves the wave that waits for its gate. */
  approve(): Promise<RolloutAnswer> {
    return this.#decide((latest, accounts) => {
      const now = this.#simulated.now();
      const approval = planApproval(latest, accounts, { reason: 'seen', now });
      return approval.kind === 'approved' ? approval : null;
    });
  }

  stop(): Promise<RolloutAnswer> {
    return this.#decide((latest) => planStop(latest, 'slow'));
  }

  #decide(
    plan: (latest: Rollout | null, accounts: readonly RolloutAccount[]) => Decision | null,
  ): Promise<RolloutAnswer> {
    return this.#withLock(async ({ store, latest, update }) => {
      const accounts = latest === null ? [] : await store.listRolloutAccounts(latest.id);
      const decision = plan(latest, accounts);
      if (decision === null) return 'nothing';
      await update({ rollout: decision.rollout }, decision.entry);
      return 'done';
    });
  }

  async #checkWave(rollout: Rollout, wave: readonly RolloutAccount[]): Promise<CheckedWave> {
    const { store, reader, secrets } = (await this.#program.openRun(noChoices)).context;
    const readTime = () => this.#simulated.serviceTime();
    const runChecks = () => Promise.reject(new Error('No gate of a world has health checks'));
    const follow: Follow = (items) => items;
    const ports = { store, reader, secrets, readTime, runChecks, width: 1, follow };
    return checkThrough(ports, rollout, wave);
  }

  async #applyUndo(
    undo: UndoRun,
    apply: (wave: PlannedWave) => Promise<readonly AccountOutcome[]>,
  ): Promise<UndoResult> {
    const { openSource, record } = await openUndo(await this.#openRequest(), undo, planSigner);
    await this.#apply(openSource, apply);
    return record();
  }

  // As src/app/run/run-change.ts does it.
  async #apply(
    openSource: OpenedAdmitting['openSource'],
    apply: (wave: PlannedWave) => Promise<readonly AccountOutcome[]>,
  ): Promise<void> {
    const source = openSource(await this.#program.openRun(noChoices), () =>
      this.#simulated.serviceTime(),
    );
    const { choices } = source;
    const { planned, text } = await toPlanned(source.plan.accounts(null), choices);
    const { digest, summary } = await readSaved(text);
    const checked = source.check(summary);
    if ('refused' in checked) return;
    const work = {
      run: await source.openRun(),
      command: 'apply' as const,
      rollout: fleetName,
      ...(source.apply === undefined ? {} : { apply: source.apply }),
      approved: { plan: digest, options: choices, summary },
      approval: checked.approval,
      work: () => listPendingAccounts(readPlannedAccounts(toLines(text))),
    };
    const perform = async () => (await this.#program.applyAccounts(work)) ?? [];
    await source.finish?.(await apply({ planned, perform }));
  }

  // As src/features/rollout/with-locked-fleet.ts does it.
  async #withLock(work: (locked: LockedFleet) => Promise<RolloutAnswer>): Promise<RolloutAnswer> {
    const program = this.#program;
    const store = program.tapStore();
    await program.begin();
    const name = toFleetLock(fleetName);
    const lock = await lockAccount({ store, clock: program.clock }, program.session, name);
    if (lock.kind === 'held') {
      await program.leave();
      return 'busy';
    }
    const { fence } = lock;
    const openRun = (reason: string) => this.#openRun(reason);
    const openSigner = async () => planSigner;
    const held = { fleet: fleetName, fence, openRun, openSigner };
    const answer = await work(await openLockedFleet(store, held));
    await store.releaseLock(name, lock.fence);
    await program.leave();
    return answer;
  }

  async #openRun(reason: string): Promise<RunRecord> {
    const { user, host, id: holder, pid } = this.#program.holder;
    const at = await findRunStart(this.#simulated.store, this.#simulated.now());
    return {
      id: `${at.replace(/[-:.]/g, '')}-${String(pid).padStart(6, '0')}`,
      command: 'rollout',
      startedAt: at,
      author: { user, host },
      commit: null,
      approved: null,
      holder,
      resumedAt: [],
      reason,
      end: null,
    };
  }

  async #openRequest() {
    const { accounts, fleets, environment } = await openSimulatedProject(this.#simulated);
    return {
      context: { terminal: { log: () => undefined } } as unknown as CommandContext,
      options: { ...noOptions, fleet: fleetName },
      project: { accounts, fleets, environment } as unknown as ProjectContext,
    };
  }
}

const noOptions = { directory: '.', select: [], format: 'text', verbose: false } as const;

function withRevisions(run: Run): Run & { readonly context: { readonly revisions: Revisions } } {
  const { revisions } = run.context;
  if (revisions === undefined) throw new Error('The fleet has no rollout');
  return { ...run, context: { ...run.context, revisions: revisions as Revisions } };
}

async function readSaved(text: string) {
  const read = await readPlan(toLines(text));
  if (!('plan' in read)) throw new Error(`The plan is none: ${JSON.stringify(read)}`);
  return read.plan;
}
