import type { CommandContext } from '../../app/context.ts';
import { type ExitCode, exitCodes } from '../../app/exit-codes.ts';
import { systemClock } from '../../app/ports/open-ports.ts';
import { type ProjectRequest, withProject } from '../../app/project/open-project.ts';
import { openProjectFiles } from '../../app/project/project-files.ts';
import type { ChangeOptions } from '../../app/run/change-source.ts';
import { type CommandPlace, formatCommand } from '../../model/report/advice/commands.ts';
import { formatRevision } from '../../model/state/revision.ts';
import { isInProgress, type Rollout, type RolloutAccount } from '../../model/state/rollout.ts';
import { closeRollout } from './close-rollout.ts';
import { checkHasAccounts, findFleet, openFleetRevisions } from './find-fleet.ts';
import { checkRecorded } from './gate/check-gate.ts';
import { type CheckWave, checkAppliedWave, printOpen, runGate } from './gate/run-gate.ts';
import { withRolloutData } from './rollout-status-command.ts';
import { applyUndo, type UndoResult, type UndoRun } from './undo/apply-undo.ts';
import { applyPins } from './waves/apply-pins.ts';
import { applyWave, type WaveRun } from './waves/apply-wave.ts';
import { checkSeal } from './waves/check-seal.ts';
import { findWaveName, formatState, formatWaveTally } from './waves/format-rollout.ts';
import { planStep, type RolloutStep } from './waves/plan-step.ts';
import { runSteps, type StepResult, type WaitOptions } from './waves/run-steps.ts';
import { formatWaiting } from './windows/format-windows.ts';
import { planTurn, type TurnFacts } from './windows/plan-turn.ts';
import { readTimeZones, readTurn, withTimeZone } from './windows/read-for-windows.ts';
import { type LockedFleet, withWatchedFleet } from './with-locked-fleet.ts';

export type RolloutContinueOptions = ChangeOptions &
  WaitOptions & {
    readonly fleet: string;
    readonly exitCode?: boolean;
  };

type ContinueRequest = ProjectRequest<RolloutContinueOptions>;

/**
 * `cyclectl rollout continue FLEET`: takes the next step of the open rollout: admits a wave and applies
 * it, stops where too many accounts failed, or ends. A step that was cut off is taken again.
 */
export async function runRolloutContinue(
  context: CommandContext,
  options: RolloutContinueOptions,
): Promise<ExitCode> {
  return runSteps(context, options, async (step) => {
    let follows: StepResult['follows'] = 'nothing';
    // Reads the project again, and lets other commands have the fleet between steps.
    const code = await withProject(step, options, (asked) =>
      withRolloutData(asked, async (shown) => {
        const step = await runNextStep(shown);
        follows = step.follows;
        return step.code;
      }),
    );
    return { code, follows };
  });
}

/**
 * Takes the next step of the open rollout of a fleet. Throws `OperationalError` if another process has the fleet for
 * longer than the lock timeout.
 */
export async function runNextStep(asked: ContinueRequest): Promise<StepResult> {
  let follows: StepResult['follows'] = 'nothing';
  const code = await withWatchedFleet(asked, async (locked, request) => {
    const step = await runRolloutStep(request, locked, {
      checkSeal: (rollout, accounts) => checkSeal(request, rollout, accounts),
      checkWave: (rollout, wave) => checkAppliedWave(request, rollout, wave),
      applyWave: (wave) => applyWave(request, wave),
      applyUndo: (undo) => applyUndo(withReportsLeft(request), undo),
      readTurn: () => readTurn(request),
    });
    follows = step.follows;
    return step.code;
  });
  return { code, follows };
}

// Files of --report that have the wave keep it: why it failed is what a person looks for.
function withReportsLeft(request: ContinueRequest): ContinueRequest {
  const { context } = request;
  const { reports, terminal } = context;
  if (!reports.isWritten || reports.requests.length === 0) return request;
  terminal.log('The files of --report have the wave; cyclectl history shows its undo.');
  return { ...request, context: { ...context, reports: { ...reports, requests: [] } } };
}

/** Parts of a step that open the environment. */
export type StepPorts = {
  /** Throws `Refusal` if a rollout is not as it was approved. */
  readonly checkSeal: (rollout: Rollout, accounts: readonly RolloutAccount[]) => Promise<void>;
  readonly checkWave: CheckWave;
  readonly applyWave: (wave: WaveRun) => Promise<void>;
  readonly applyUndo: (undo: UndoRun) => Promise<UndoResult>;
  /** Asked where a rollout has windows. */
  readonly readTurn: () => Promise<TurnFacts>;
};

/**
 * Takes the next step of a rollout that only this process works on: reads its accounts, checks what was
 * approved, judges the wave by its gate, applies those whose turn it is, or ends.
 */
export async function runRolloutStep(
  request: ContinueRequest,
  locked: LockedFleet,
  ports: StepPorts,
): Promise<StepResult> {
  const { context, options } = request;
  const { fleet } = options;
  const { latest: opened } = locked;
  if (opened === null || !isInProgress(opened)) {
    context.terminal.log(`No rollout of the fleet ${fleet} is open.`);
    const hasFailed = opened?.state === 'stopped' || opened?.state === 'undone';
    return toEnd(hasFailed && options.exitCode === true ? exitCodes.partial : exitCodes.ok);
  }
  if (opened.state === 'paused') {
    context.terminal.log(
      `The rollout of ${formatRevision(opened.revision)} is ${formatState(opened)}. To go on: ${formatCommand(`rollout resume ${fleet}`, toPlace(request))}`,
    );
    return toEnd(options.exitCode === true ? exitCodes.differs : exitCodes.ok);
  }
  checkHasAccounts(request);
  const recorded = await locked.store.listRolloutAccounts(opened.id);
  if (opened.state === 'open') await ports.checkSeal(opened, recorded);
  const members = await readAccounts(request, locked, opened);
  if (opened.state === 'undoing') {
    const undone = { ...locked, rollout: opened, accounts: members };
    await ports.applyUndo({ ...undone, why: 'continued', confirm: null });
    return toEnd(exitCodes.partial);
  }
  const gated = { ...locked, rollout: opened, accounts: members };
  const planned = await runGate(request, gated, ports.checkWave);
  const { rollout, accounts, step, waits } = planned;
  if (step.kind === 'gate') return leaveOpen(request, waits?.isAsked === true ? 'nothing' : 'wait');
  if (step.kind !== 'apply')
    return toEnd(await closeRollout(request, { ...locked, ...ports, rollout, accounts }, step));
  return apply(request, { ...locked, ports, rollout, accounts }, step);
}

const anyTime: TurnFacts = { readTime: systemClock.now, unfinished: new Set() };

type ApplyStep = Extract<RolloutStep, { readonly kind: 'apply' }>;

async function apply(
  request: ContinueRequest,
  opened: OpenRollout & { readonly accounts: readonly RolloutAccount[] },
  step: ApplyStep,
): Promise<StepResult> {
  const { rollout, accounts, ports, update } = opened;
  const facts = rollout.windows === undefined ? anyTime : await ports.readTurn();
  const { ready, waiting } = planTurn(rollout, step.accounts, facts);
  if (ready.length === 0 && waiting.length > 0) {
    printWaiting(request, { rollout, step, facts });
    return leaveOpen(request, 'wait');
  }
  const keys = new Set(ready.map(({ account }) => account));
  const { entries } = findFleet(request, rollout.fleet);
  await ports.applyWave({
    update,
    rollout,
    accounts,
    step: { ...step, accounts: ready },
    facts,
    entries: entries.filter(({ key }) => keys.has(key)),
  });
  return check(request, { ...opened, facts, rollout: { ...rollout, admitted: step.admitted } });
}

type Turn = { readonly rollout: Rollout; readonly step: ApplyStep; readonly facts: TurnFacts };

function printWaiting({ context }: ContinueRequest, { rollout, step, facts }: Turn): void {
  const waiting = formatWaiting(planTurn(rollout, step.accounts, facts));
  if (waiting === null) return;
  context.terminal.log(`The wave ${findWaveName(rollout, step.admitted - 1)} waits: ${waiting}.`);
}

/**
 * Reads the accounts of a rollout, and records what pins change of them. Rows that came since it was
 * opened are added as a last wave, once all others are admitted.
 */
async function readAccounts(
  request: ContinueRequest,
  { store, update }: LockedFleet,
  rollout: Rollout,
): Promise<readonly RolloutAccount[]> {
  const { id, fleet, admitted, waves, revision, windows } = rollout;
  const recorded = await store.listRolloutAccounts(id);
  const revisions = await openFleetRevisions(request, store);
  const { entries } = findFleet(request, fleet);
  const pinned = revisions.listPinned(entries, systemClock.now());
  const keys = new Set(entries.map(({ key }) => key));
  const accounts = applyPins(rollout, recorded, pinned).map((each) =>
    each.state === 'done' && !keys.has(each.account) ? { ...each, state: 'gone' as const } : each,
  );
  const known = new Set(accounts.map(({ account }) => account));
  const isLast = admitted >= waves.length && rollout.state === 'open';
  const late = (isLast ? entries : []).filter(
    (entry) =>
      !known.has(entry.key) &&
      revisions.findPin(entry) === null &&
      revisions.findDigest(entry) !== revision,
  );
  const zones =
    windows === undefined || late.length === 0
      ? new Map()
      : await readTimeZones(toReading(request), late);
  const added = late.map(
    (entry): RolloutAccount => ({
      account: entry.key,
      wave: waves.length,
      state: 'waiting',
      from: revisions.findDigest(entry),
      approved: [],
      ...withTimeZone(zones, entry.key),
    }),
  );
  const changed = [...accounts.filter((each) => !recorded.includes(each)), ...added];
  if (changed.length > 0) await update({ rollout, accounts: changed });
  return [...accounts, ...added];
}

function toReading({ options, project }: ContinueRequest) {
  const files = openProjectFiles(options.directory);
  const { environments } = project.project;
  return { files, environment: project.environment.name, environments, width: 1 };
}

type OpenRollout = LockedFleet & { readonly rollout: Rollout; readonly ports: StepPorts };

// Checks at once, so that a failed wave stops its rollout without a further step.
async function check(
  request: ContinueRequest,
  opened: OpenRollout & { readonly facts: TurnFacts },
): Promise<StepResult> {
  const { context } = request;
  const { rollout, facts } = opened;
  const accounts = await readAccounts(request, opened, rollout);
  const index = rollout.admitted - 1;
  const tally = formatWaveTally(accounts.filter(({ wave }) => wave === index));
  const of = Math.max(rollout.admitted, rollout.waves.length);
  context.terminal.log(
    `Wave ${rollout.admitted} of ${of}, ${findWaveName(rollout, index)}: ${tally}.`,
  );
  const next = planStep(rollout, accounts);
  if (next.kind === 'gate') {
    const result = checkRecorded(rollout, accounts, facts.readTime());
    if (result?.kind !== 'open') return leaveOpen(request, 'step');
    printOpen(request, { rollout, wave: next.wave, result });
    const isEnough = result.missing.evidence === null;
    return leaveOpen(request, result.isAsked ? 'nothing' : isEnough ? 'step' : 'wait');
  }
  if (next.kind !== 'apply')
    return toEnd(await closeRollout(request, { ...opened, ...opened.ports, accounts }, next));
  printWaiting(request, { rollout, step: next, facts });
  // The same wave again: something in the way of its accounts may go.
  return leaveOpen(request, next.admitted > rollout.admitted ? 'step' : 'wait');
}

function toEnd(code: ExitCode): StepResult {
  return { code, follows: 'nothing' };
}

function leaveOpen(request: ContinueRequest, follows: StepResult['follows']): StepResult {
  const { fleet, exitCode, wait } = request.options;
  const next = follows === 'wait' ? 'To look again later' : 'To go on';
  if (wait !== true || follows === 'nothing')
    request.context.terminal.log(
      `The rollout is open. ${next}: ${formatCommand(`rollout continue ${fleet}`, toPlace(request))}`,
    );
  return { code: exitCode === true ? exitCodes.differs : exitCodes.ok, follows };
}

function toPlace({ options, project }: ContinueRequest): CommandPlace {
  return { directory: options.directory, environment: project.environment.name };
}
