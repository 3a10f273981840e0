import { readPlan, readPlannedAccounts } from '../../src/engine/load/read-plan.ts';
import { type Approval, checkPlanTotals } from '../../src/engine/policy/check-plan-totals.ts';
import {
  closeInterrupted,
  closeRun,
  findRunStart,
  findUnfinished,
  listOpenRuns,
  listPending,
  openRunAgain,
  type PendingAccount,
  startRun,
} from '../../src/engine/run/journal/journal-run.ts';
import type { Session } from '../../src/engine/run/journal/lock-account.ts';
import type { Run } from '../../src/engine/run/open-run.ts';
import { makePlan } from '../../src/engine/run/planning/make-plan.ts';
import { type ApplyRun, listPendingAccounts, runApply } from '../../src/engine/run/run-apply.ts';
import { runDrift } from '../../src/engine/run/run-drift.ts';
import type { RunRequest } from '../../src/features/operations/run/make-run-plan.ts';
import type { Address } from '../../src/model/address.ts';
import type { AccountOutcome } from '../../src/model/plan/outcome.ts';
import { noChoices, type PlanChoices } from '../../src/model/plan/plan.ts';
import type { Clock, StoreWriter } from '../../src/model/ports.ts';
import type { DriftAccount, PlannedAccount } from '../../src/model/report/report.ts';
import type { Holder } from '../../src/model/state/lock.ts';
import type { ApprovedRun, RunCommand, RunRecord } from '../../src/model/state/run.ts';
import { type Tap, tapPort } from '../faults/tap-ports.ts';
import { byExports, noNotes, noPolicies } from '../worlds/drift-parts.ts';
import { formatPlanFile } from '../worlds/features/format-plan-file.ts';
import { listDue, openChange, planDestroy, planRuns, settleDone } from './commands.ts';
import { openSimulatedRun } from './fleet/rollout/open-simulated-run.ts';
import type { SimulatedService } from './simulated-service.ts';

/** Options of a program in the world. */
export type ProgramOptions = {
  readonly tap?: Tap;
  readonly host?: 'here' | 'elsewhere';
  readonly isStopping?: () => boolean;
  readonly lockTimeoutMs?: number;
  /** Choices of a person for its plans. */
  readonly choices?: Partial<PlanChoices>;
};

/** A plan as it is shown, and as it is saved. */
export type Planned = { readonly planned: readonly PlannedAccount[]; readonly text: string };

/** Result of a command that writes. */
export type CommandResult =
  | { readonly kind: 'done'; readonly outcomes: readonly AccountOutcome[] }
  /** Policy let nothing through, or there was nothing to go on with. */
  | { readonly kind: 'nothing' }
  /** Another run has the lock. */
  | { readonly kind: 'busy' };

/** An approved plan of accounts, and the run that applies it. */
export type ApprovedWork = Approved &
  Pick<ApplyRun, 'apply'> & {
    readonly run: Run;
    readonly command: RunCommand;
    /** The fleet that is rolled out. */
    readonly rollout?: string;
    readonly work: () => AsyncIterable<PendingAccount>;
  };

type Approved = { readonly approved: ApprovedRun; readonly approval: Approval };

const allowAll: Tap = (_call, go) => go();
const protect = { maxDeletes: 0, maxChangedPercent: 100 };

/**
 * One process of cyclectl, as the commands put it together: what is done in src/app/run/run-approved-plan.ts and
 * the commands of src/features, on ports that can be tapped and on clocks that can jump.
 */
export class Program {
  readonly holder: Holder;
  readonly #service: SimulatedService;
  readonly #options: ProgramOptions;
  readonly #tap: Tap;

  constructor(simulated: SimulatedService, options: ProgramOptions = {}) {
    simulated.programs += 1;
    const { host = 'here' } = options;
    const pid = simulated.programs;
    const id = `holder-${pid}`;
    this.holder = { id, command: 'apply', user: 'tester', host, boot: 'boot', pid };
    this.#service = simulated;
    this.#options = options;
    this.#tap = options.tap ?? allowAll;
  }

  async plan(): Promise<Planned> {
    const choices = { ...noChoices, ...this.#options.choices };
    // Every second process plans as for many accounts.
    const exports = this.holder.pid % 2 === 0 ? byExports<PlannedAccount>() : null;
    return toPlanned(makePlan(await this.openRun(choices), exports), choices);
  }

  /** Plans single runs, or their cancellation. */
  async planRuns(request: RunRequest): Promise<Planned> {
    const run = await this.openRun(noChoices);
    const runs = [...(request.addresses ?? [])];
    return toPlanned(
      planRuns(run, request, () => this.#service.now()),
      { ...noChoices, runs },
    );
  }

  async planDestroy(destroys: readonly Address[], isLeaving = false): Promise<Planned> {
    const run = await this.openRun(noChoices);
    const choices = { ...noChoices, destroys, ...(isLeaving ? { leaving: true as const } : {}) };
    return toPlanned(planDestroy(run, destroys), choices);
  }

  /** Lists the leaving accounts that `destroy --fleet FLEET --leaving` destroys. */
  async listDue(fleet: string): Promise<readonly Address[]> {
    return listDue(await this.openRun(noChoices), fleet);
  }

  async drift(): Promise<readonly DriftAccount[]> {
    const found: DriftAccount[] = [];
    const run = await this.openRun(noChoices);
    for await (const each of runDrift(run, noNotes, { exports: byExports() })) found.push(each);
    return found;
  }

  /** Applies a saved plan. */
  async apply(text: string, allowDeletes: number | null): Promise<CommandResult> {
    const read = await readPlan(toLines(text));
    if (!('plan' in read)) throw new Error(`The saved plan is none: ${JSON.stringify(read)}`);
    const { digest: plan, options, summary } = read.plan;
    const choices = { ...options, allowDeletes, allowReplace: true, allowNewWebhookUrls: true };
    const checked = checkPlanTotals(summary, protect, choices);
    if ('refused' in checked) return { kind: 'nothing' };
    const approved = { plan, options: choices, summary };
    const work = () => listPendingAccounts(readPlannedAccounts(toLines(text)));
    return this.#perform({ approved, approval: checked.approval }, work, null);
  }

  /** Goes on with the newest run that is not done. */
  async resume(): Promise<CommandResult> {
    const store = this.tapStore();
    const found = await findUnfinished(store);
    // A person runs it again instead.
    if (found?.command === 'destroy') return { kind: 'nothing' };
    const open = await listOpenRuns(store, this.#isGone);
    if (open.some(({ run, isWorking }) => isWorking && run.id === found?.id))
      return { kind: 'busy' };
    const but = found === null ? {} : { but: found.id };
    await closeInterrupted(store, { at: this.#service.now(), isGone: this.#isGone, ...but });
    const approved = found?.approved ?? null;
    if (found === null || approved === null) return { kind: 'nothing' };
    const checked = checkPlanTotals(approved.summary, protect, approved.options);
    if ('refused' in checked) return { kind: 'nothing' };
    const work = () => listPending(store, found);
    return this.#perform({ approved, approval: checked.approval }, work, found);
  }

  /** Records of an object that a person has done what was left. */
  async settle(address: Address): Promise<void> {
    const run = await this.openRun(noChoices);
    await this.#service.store.update(await settleDone(run, address));
  }

  /** Takes accounts from whoever has them. */
  async unlock(): Promise<readonly string[]> {
    const store = this.tapStore();
    const locks = await store.listLocks();
    for (const { account, fence } of locks) {
      const answer = await store.acquireLock(account, this.holder, fence);
      if (answer.kind === 'taken') await store.releaseLock(account, answer.fence);
    }
    await store.removeHolder(this.holder.id);
    return locks.map(({ account }) => account);
  }

  readonly #isGone = (other: Holder): boolean =>
    other.host === 'here' && this.#service.gone.has(other.id);

  async #perform(
    { approved, approval }: Approved,
    work: () => AsyncIterable<PendingAccount>,
    resumes: RunRecord | null,
  ): Promise<CommandResult> {
    await this.begin();
    const run = await this.openRun(approved.options);
    const opened = await openChange(run, approved.options);
    const outcomes =
      opened === null
        ? null
        : await this.applyAccounts({ ...opened, run, approved, approval, work }, resumes);
    await this.leave();
    return outcomes === null ? { kind: 'nothing' } : { kind: 'done', outcomes };
  }

  /** Applies an approved plan to the accounts of a run, within a session; null if there is nothing to do. */
  async applyAccounts(
    { run, command, rollout, apply, approved, approval, work }: ApprovedWork,
    resumes: RunRecord | null = null,
  ): Promise<readonly AccountOutcome[] | null> {
    const store = this.tapStore();
    const { service } = this.#service;
    const record =
      resumes === null ? await this.#openRecord(command, approved, rollout) : this.#reopen(resumes);
    if (resumes !== null) await openRunAgain(store, record, resumes);
    else if (!(await startRun(store, record, { accounts: work(), isGone: this.#isGone })))
      return null;
    const isStopping = this.#options.isStopping ?? (() => false);
    const writer = tapPort('writer', service.writer, this.#tap);
    const outcomes: AccountOutcome[] = [];
    const applied = runApply(
      {
        ...run,
        ...(apply === undefined ? {} : { apply }),
        ...noPolicies,
        approval,
        session: this.session,
        id: record.id,
        ports: { ...run.context, writer, store, clock: this.clock },
        caller: service.caller,
        drainTimeoutMs: 600_000,
        isStopping,
      },
      work(),
    );
    for await (const outcome of applied) outcomes.push(outcome);
    const end = { at: this.#service.now(), outcomes, isStopped: isStopping() };
    await closeRun(store, record, end);
    return outcomes;
  }

  /** Begins to say that it is at work. */
  async begin(): Promise<void> {
    await this.tapStore().heartbeat(this.holder);
    this.#service.beating.set(this.holder.id, this.holder);
  }

  async leave(): Promise<void> {
    this.#service.beating.delete(this.holder.id);
    await this.tapStore().removeHolder(this.holder.id);
  }

  get session(): Session {
    const { lockTimeoutMs = 0 } = this.#options;
    return { holder: this.holder, isGone: this.#isGone, lockTimeoutMs };
  }

  async #openRecord(command: RunCommand, approved: ApprovedRun, rollout?: string) {
    const { user, host, id: holder, pid } = this.holder;
    const at = await findRunStart(this.#service.store, this.#service.now());
    const { undoes } = approved.options;
    return {
      id: `${at.replace(/[-:.]/g, '')}-${String(pid).padStart(6, '0')}`,
      command,
      ...(undoes === undefined ? {} : { undoes }),
      ...(rollout === undefined ? {} : { rollout }),
      startedAt: at,
      author: { user, host },
      commit: null,
      approved,
      holder,
      resumedAt: [],
      end: null,
    };
  }

  #reopen(record: RunRecord): RunRecord {
    const resumedAt = [...record.resumedAt, this.#service.now()];
    return { ...record, holder: this.holder.id, resumedAt, end: null };
  }

  tapStore(): StoreWriter {
    return tapPort('store', this.#service.store, this.#tap);
  }

  get clock(): Clock {
    const simulated = this.#service;
    return { now: () => simulated.now(), wait: (ms) => simulated.wait(ms) };
  }

  async openRun(choices: PlanChoices): Promise<Run> {
    const { service } = this.#service;
    const ports = { store: this.tapStore(), reader: tapPort('reader', service.reader, this.#tap) };
    return openSimulatedRun(this.#service, ports, choices);
  }
}

/** Makes a plan, and saves it. */
export async function toPlanned(
  accounts: AsyncIterable<PlannedAccount>,
  choices: PlanChoices,
): Promise<Planned> {
  const planned: PlannedAccount[] = [];
  for await (const each of accounts) planned.push(each);
  return { planned, text: await formatPlanFile(planned, choices) };
}

/** The lines of a saved plan. */
export async function* toLines(text: string): AsyncGenerator<string> {
  yield* text.replace(/\n$/, '').split('\n');
}
