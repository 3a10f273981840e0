import { printDiagnostics } from '../../../app/output/print-diagnostics.ts';
import { makeFollow, withProgress } from '../../../app/output/with-progress.ts';
import { type CallPorts, openCallPorts } from '../../../app/ports/open-ports.ts';
import type { ProjectRequest } from '../../../app/project/open-project.ts';
import { toRun } from '../../../app/project/to-run.ts';
import type { ChangeOptions } from '../../../app/run/change-source.ts';
import { toPlanConcurrency } from '../../../app/run/plan-file.ts';
import { withOpened } from '../../../kit/tasks/with-opened.ts';
import { type CheckedAccount, countChecks } from '../../../model/manifest/check.ts';
import { formatCommand } from '../../../model/report/advice/commands.ts';
import type { Rollout, RolloutAccount, SaveRolloutChange } from '../../../model/state/rollout.ts';
import { runVerify } from '../../inspect/verify/run-verify.ts';
import { findWaveName } from '../waves/format-rollout.ts';
import { planStep, type RolloutStep } from '../waves/plan-step.ts';
import { checkGate, type GateResult, listApplied, type WaveChecks } from './check-gate.ts';
import { formatEvidence, formatGateFailure, formatMissing } from './format-gate-result.ts';
import { type EvidencePorts, type ReadAccounts, readEvidence } from './read-evidence.ts';

/** A rollout with its accounts, and its next step. */
export type PlannedRollout = {
  readonly rollout: Rollout;
  readonly accounts: readonly RolloutAccount[];
  readonly step: RolloutStep;
  /** Conditions that the wave of the gate waits for. */
  readonly waits?: OpenGate;
};

type OpenGate = Extract<GateResult, { readonly kind: 'open' }>;

type GatedRollout = Omit<PlannedRollout, 'step' | 'waits'> & { readonly update: SaveRolloutChange };

type Request = ProjectRequest<ChangeOptions>;

/** An applied wave that was checked: the accounts whose runs were read, and the result. */
export type CheckedWave = {
  readonly read: readonly RolloutAccount[];
  readonly result: GateResult;
};

/** Checks an applied wave against the gate of its rollout. */
export type CheckWave = (rollout: Rollout, wave: readonly RolloutAccount[]) => Promise<CheckedWave>;

/**
 * Plans the next step of a rollout. Where a wave must meet the gate, checks it, records its evidence, and
 * plans what follows; the step is still the gate where the wave waits.
 */
export async function runGate(
  request: Request,
  gated: GatedRollout,
  check: CheckWave,
): Promise<PlannedRollout> {
  const { rollout, accounts } = gated;
  const step = planStep(rollout, accounts);
  if (step.kind !== 'gate') return { rollout, accounts, step };
  const members = accounts.filter(({ wave }) => wave === step.wave);
  const { read, result } = await check(rollout, members);
  return record(request, { ...gated, accounts: withRead(accounts, read), read, step, result });
}

function withRead(
  accounts: readonly RolloutAccount[],
  read: readonly RolloutAccount[],
): readonly RolloutAccount[] {
  const known = new Map(read.map((each) => [each.account, each]));
  return accounts.map((each) => known.get(each.account) ?? each);
}

/** Opens the environment, and checks an applied wave there. */
export async function checkAppliedWave(
  request: Request,
  rollout: Rollout,
  wave: readonly RolloutAccount[],
): Promise<CheckedWave> {
  return withOpened(openCallPorts(request), async (ports) => {
    const gate = {
      ...ports,
      width: toPlanConcurrency(request.project.environment),
      follow: makeFollow(request.context, ports),
      runChecks: (members: readonly RolloutAccount[]) => runChecks(request, ports, members),
    };
    const { unread, ...checked } = await checkThrough(gate, rollout, wave);
    await printDiagnostics(request.context, request.options.directory, unread);
    return checked;
  });
}

/** Ports that a gate reads evidence and calls health checks through. */
type GatePorts = EvidencePorts & {
  readonly runChecks: (wave: readonly RolloutAccount[]) => Promise<WaveChecks>;
};

/** Checks an applied wave through ports. Health checks call third parties: they run where nothing else is missing. */
export async function checkThrough(
  ports: GatePorts,
  rollout: Rollout,
  wave: readonly RolloutAccount[],
): Promise<CheckedWave & Pick<ReadAccounts, 'unread'>> {
  const { accounts: read, unread } = await readEvidence(ports, rollout.gate, wave);
  const members = withRead(wave, read);
  const isApproved = (rollout.approvedWaves ?? 0) > (wave[0]?.wave ?? 0);
  const facts = { now: ports.readTime(), isApproved, checks: null };
  const result = checkGate(rollout, members, facts);
  const isReady = result.kind === 'open' && result.missing.checks;
  if (!isReady || result.missing.evidence !== null) return { read, unread, result };
  const checks = await ports.runChecks(members);
  return { read, unread, result: checkGate(rollout, members, { ...facts, checks }) };
}

async function runChecks(
  { context, project }: Request,
  ports: CallPorts,
  wave: readonly RolloutAccount[],
): Promise<WaveChecks> {
  const keys = new Set(listApplied(wave).map(({ account }) => account));
  const entries = project.accounts.filter(({ key }) => keys.has(key));
  const failed: string[] = [];
  const unmade: string[] = [];
  const run = { ...toRun(project, ports), caller: ports.caller, entries };
  const phase = { does: 'checking', total: entries.length, ports };
  for await (const checked of withProgress(context, phase, runVerify(run))) {
    const shown = readShown(checked);
    if (shown === 'failed') failed.push(checked.account);
    if (shown === 'nothing') unmade.push(checked.account);
  }
  return { failed, unmade };
}

// An account shows nothing without a check that passed, as where it has none or waits for a sign-in.
function readShown(checked: CheckedAccount): 'failed' | 'nothing' | 'passed' {
  if (checked.kind === 'unread') return 'nothing';
  const { failed, notMade, notFound, passed } = countChecks(checked.connectors);
  if (failed > 0) return 'failed';
  return notMade + notFound > 0 || passed === 0 ? 'nothing' : 'passed';
}

type CheckedGate = GatedRollout & {
  /** The accounts whose runs were read. */
  readonly read: readonly RolloutAccount[];
  readonly step: Extract<RolloutStep, { readonly kind: 'gate' }>;
  readonly result: GateResult;
};

async function record(request: Request, checked: CheckedGate): Promise<PlannedRollout> {
  const { rollout, accounts, read, step, result, update } = checked;
  const { id, fleet } = rollout;
  if (result.kind !== 'passed') {
    await update({ rollout, accounts: read });
    if (result.kind === 'failed') {
      const why = formatGateFailure(result.why);
      return { rollout, accounts, step: { kind: 'stop', wave: step.wave, why } };
    }
    printOpen(request, { rollout, wave: step.wave, result });
    return { rollout, accounts, step, waits: result };
  }
  const passed: Rollout = { ...rollout, passed: step.wave + 1 };
  const name = findWaveName(rollout, step.wave);
  const shown = result.evidence === null ? '' : `, ${formatEvidence(result.evidence)}`;
  await update({ rollout: passed, accounts: read }, `pass ${id} of ${fleet}: wave ${name}${shown}`);
  request.context.terminal.log(`The wave ${name} passed its gate${shown}.`);
  return { rollout: passed, accounts, step: planStep(passed, accounts) };
}

/** Prints what a wave waits for, and how a person passes it. */
export function printOpen(
  { context, options, project }: Request,
  {
    rollout,
    wave,
    result,
  }: {
    readonly rollout: Rollout;
    readonly wave: number;
    readonly result: OpenGate;
  },
): void {
  const name = findWaveName(rollout, wave);
  context.terminal.log(`The wave ${name} waits: ${formatMissing(result)}.`);
  if (!result.isAsked) return;
  const place = { directory: options.directory, environment: project.environment.name };
  const approve = formatCommand(`rollout approve ${rollout.fleet}`, place, [
    `--wave ${name}`,
    '--reason TEXT',
  ]);
  context.terminal.log(`To pass it all the same: ${approve}`);
}
