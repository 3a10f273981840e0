import type { CommandContext } from '../../app/context.ts';
import { type ExitCode, exitCodes } from '../../app/exit-codes.ts';
import { printDiagnostics } from '../../app/output/print-diagnostics.ts';
import { Refusal } from '../../app/output/refusal.ts';
import { makeFollow } from '../../app/output/with-progress.ts';
import { systemClock } from '../../app/ports/open-ports.ts';
import { type ProjectRequest, withProject } from '../../app/project/open-project.ts';
import { toRun } from '../../app/project/to-run.ts';
import type { ChangeOptions } from '../../app/run/change-source.ts';
import { type PlannedChange, withPlannedChange } from '../../app/run/plan-change.ts';
import { toPlanConcurrency, writePlanReport } from '../../app/run/plan-file.ts';
import { readApproval } from '../../app/run/read-approval.ts';
import { makeRunId } from '../../app/run/records/open-run-record.ts';
import { readPlannedAccounts } from '../../engine/load/read-plan.ts';
import { findRolloutStart } from '../../engine/run/journal/journal-run.ts';
import { count } from '../../kit/text/text-layout.ts';
import { reportError } from '../../model/diagnostic/diagnostic.ts';
import type { Signer } from '../../model/ports.ts';
import {
  type CommandPlace,
  formatCommand,
  rolloutCommands,
} from '../../model/report/advice/commands.ts';
import { formatRevision } from '../../model/state/revision.ts';
import { isInProgress, type Rollout, type RolloutAccount } from '../../model/state/rollout.ts';
import { checkOpening } from './check-opening.ts';
import type { RolledOutFleet } from './find-fleet.ts';
import { readBefore } from './gate/read-evidence.ts';
import {
  listWaves,
  openRolloutSource,
  type RolloutPlanOptions,
  type RolloutSource,
  selectWarnings,
} from './open-rollout-source.ts';
import { listApproved } from './waves/approved-changes.ts';
import { openSigner } from './waves/check-seal.ts';
import { type DraftRollout, formatSealed } from './waves/format-sealed.ts';
import { listKnown, selectWhole } from './waves/read-unsettled.ts';
import { withTimeZone } from './windows/read-for-windows.ts';
import { type LockedFleet, withLockedFleet } from './with-locked-fleet.ts';

export type RolloutOpenOptions = ChangeOptions & RolloutPlanOptions & { readonly yes?: boolean };

type OpenRequest = ProjectRequest<RolloutOpenOptions>;

/**
 * `cyclectl rollout open FLEET`: plans the newest revision for all accounts that are not settled on it, asks, and
 * records the rollout as it was approved. Changes nothing in the service.
 */
export async function runRolloutOpen(
  context: CommandContext,
  options: RolloutOpenOptions,
): Promise<ExitCode> {
  return withProject(context, options, (request) =>
    withLockedFleet(request, (locked, found) => open(request, locked, found)),
  );
}

async function open(
  request: OpenRequest,
  locked: LockedFleet,
  found: RolledOutFleet,
): Promise<ExitCode> {
  const { context, options, project } = request;
  const { directory } = options;
  const { latest } = locked;
  if (latest !== null && isInProgress(latest) && options.replace !== true)
    throw refuseSecond(latest, { directory, environment: project.environment.name });
  const signer = await openSigner(request);
  return withPlannedChange(
    { context, options: { ...options, directory }, project: selectWarnings(project, found) },
    async (ports) => openRolloutSource(request, found, toRun(project, ports, options.rewrite)),
    (planned) => save(request, { ...locked, planned, signer }),
  );
}

function refuseSecond({ id, fleet, state }: Rollout, place: CommandPlace): Refusal {
  return new Refusal({
    ...reportError('rollout-refused', {
      summary: `The rollout ${id} of the fleet ${fleet} is not finished`,
    }),
    remedy: `Go on with it: ${formatCommand(`rollout ${rolloutCommands[state]} ${fleet}`, place)}, or pass --replace to stop it.`,
  });
}

type Opened = LockedFleet & {
  readonly planned: PlannedChange<RolloutSource>;
  readonly signer: Signer;
};

async function save(request: OpenRequest, opened: Opened): Promise<ExitCode> {
  const { context, options, project } = request;
  const { signer } = opened;
  const { source, file, ports } = opened.planned;
  const { fleet, directory } = options;
  const place = { directory, environment: project.environment.name };
  const { refused, lines } = await checkOpening(opened.planned);
  const next = { kind: refused.length === 0 ? 'none' : 'refused' } as const;
  await writePlanReport(file, { ...opened.planned, next });
  await printDiagnostics(context, directory, refused);
  if (refused.length > 0) return exitCodes.failed;
  if (source.waves.length === 0) return exitCodes.ok;
  for (const line of [...listWaves(source), ...lines]) context.terminal.log(line);
  const notBegun =
    options.yes === true
      ? null
      : await readApproval(
          context,
          `review the plan with ${formatCommand(`rollout plan ${fleet}`, place)}`,
        );
  if (notBegun !== null) return exitCodes.failed;
  const id = await recordRollout(fleet, opened, {
    ...opened.planned,
    signer,
    readBefore: async (accounts) => {
      const width = toPlanConcurrency(project.environment);
      const reading = { ...ports, width, follow: makeFollow(context, ports) };
      const read = await readBefore(reading, source.gate, accounts);
      await printDiagnostics(context, directory, read.unread);
      return read.accounts;
    },
  });
  context.terminal.log(
    `Opened the rollout ${id}. To begin its first wave: ${formatCommand(`rollout continue ${fleet}`, place)}`,
  );
  return exitCodes.ok;
}

/** A plan that a person approved, and the key that signs it. */
type ApprovedRollout = Pick<PlannedChange<RolloutSource>, 'source' | 'made' | 'file'> & {
  readonly signer: Signer;
  /** Adds to its accounts the runs that a gate compares with. */
  readonly readBefore?: (accounts: readonly RolloutAccount[]) => Promise<readonly RolloutAccount[]>;
};

/** Records a rollout as it was approved; one in progress is stopped. Returns its id. */
export async function recordRollout(
  fleet: string,
  { store, latest, update }: LockedFleet,
  planned: ApprovedRollout,
): Promise<string> {
  const { source, made, signer } = planned;
  const { revision, budget, onFailure, gate, windows, waves, choices } = source;
  const openedAt = await findRolloutStart(store, systemClock.now());
  const draft: DraftRollout = {
    id: makeRunId(openedAt),
    fleet,
    revision: revision.digest,
    from:
      (await store.readAdmissions()).fleets.find((each) => each.fleet === fleet)?.revision ?? null,
    openedAt,
    waves: waves.map(({ name, entries }) => ({ name, accounts: entries.length })),
    budget,
    ...(onFailure === 'undo' ? { onFailure } : {}),
    ...(gate === undefined ? {} : { gate }),
    ...(windows === undefined ? {} : { windows }),
    approved: { options: choices, summary: made.summary },
  };
  const accounts = await listAccounts(planned);
  const seal = signer.sign(formatSealed(draft, accounts));
  if (latest !== null && isInProgress(latest)) {
    await update(
      { rollout: { ...latest, state: 'stopped', endedFor: `replaced by ${draft.id}` } },
      `stop ${latest.id} of ${fleet}: replaced by ${draft.id}`,
    );
  }
  const rollout: Rollout = { ...draft, seal, admitted: 0, state: 'open' };
  // Recorded, so that the store keeps the revisions of pins.
  const admissions = source.revisions.listPinned(source.pinned, openedAt);
  const short = formatRevision(draft.revision);
  await update(
    { revisions: [revision], admissions, rollout, accounts },
    `open ${draft.id}: revision ${short} of ${fleet} for ${count(accounts.length, 'account')}`,
  );
  return draft.id;
}

// One that a rollout brought here before has its earlier revision, and its runs before that.
async function listAccounts(planned: ApprovedRollout): Promise<readonly RolloutAccount[]> {
  const { source, signer } = planned;
  const known = listKnown(source, selectWhole({ signer }, source.earlier));
  const members = (await listMembers(planned)).map(
    (each): RolloutAccount => ({ ...each, ...known.get(each.account) }),
  );
  const isNew = ({ account }: RolloutAccount) => !known.has(account);
  const read = (await planned.readBefore?.(members.filter(isNew))) ?? [];
  const counted = new Map(read.map((each) => [each.account, each]));
  return members.map((each) => counted.get(each.account) ?? each);
}

async function listMembers({
  file,
  source,
}: Pick<ApprovedRollout, 'file' | 'source'>): Promise<readonly RolloutAccount[]> {
  const approved = new Map<string, RolloutAccount['approved']>();
  for await (const planned of readPlannedAccounts(file.lines())) {
    if (planned.kind === 'planned') approved.set(planned.plan.account, listApproved(planned.plan));
  }
  return source.waves.flatMap(({ entries }, wave) =>
    entries.map((entry) => ({
      account: entry.key,
      wave,
      state: 'waiting' as const,
      from: source.revisions.findDigest(entry),
      approved: approved.get(entry.key) ?? [],
      ...withTimeZone(source.timeZones, entry.key),
    })),
  );
}
