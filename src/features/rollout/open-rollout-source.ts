import type { GlobalOptions } from '../../app/context.ts';
import { type PlanChoiceOptions, toChoices } from '../../app/options/plan-choices.ts';
import type { ReadPorts } from '../../app/ports/open-ports.ts';
import type { ProjectContext, ProjectRequest } from '../../app/project/open-project.ts';
import type { PlanSource } from '../../app/run/change-source.ts';
import { makeRevision } from '../../engine/index/revisions/make-revision.ts';
import { withRenames } from '../../engine/index/revisions/with-renames.ts';
import { checkPlanTotals } from '../../engine/policy/check-plan-totals.ts';
import type { Run } from '../../engine/run/open-run.ts';
import { makePlan } from '../../engine/run/planning/make-plan.ts';
import { makePlanCounter } from '../../engine/run/planning/make-plan-counter.ts';
import { toPinned } from '../../engine/run/report-revisions.ts';
import { checkWaveMembers } from '../../engine/validate/fleet/validate-fleet.ts';
import { formatSome } from '../../kit/text/format-some.ts';
import { count } from '../../kit/text/text-layout.ts';
import type { MaintenanceWindow } from '../../model/desired/maintenance-window.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { Fleet } from '../../model/manifest/layers.ts';
import type { AccountEntry } from '../../model/manifest/manifest.ts';
import { formatCommand } from '../../model/report/advice/commands.ts';
import { formatPinned } from '../../model/report/fleet-progress.ts';
import type { SourceSpan } from '../../model/source-span.ts';
import { formatRevision, type Revision } from '../../model/state/revision.ts';
import type { FailureBudget, Gate } from '../../model/state/rollout.ts';
import { formatPlanArguments } from '../../reports/blocks/words/format-plan-commands.ts';
import { findMembers, type RolledOutFleet } from './find-fleet.ts';
import { formatUnchecked, listUnchecked } from './gate/list-unchecked.ts';
import { formatGate, parseGate } from './gate/parse-gate.ts';
import { formatBudget, parseBudget } from './waves/check-wave.ts';
import { formatEarlier } from './waves/format-rollout.ts';
import { type AssignedWave, makeWaves } from './waves/make-waves.ts';
import { type RecordedRollout, readUnsettled, selectEarlier } from './waves/read-unsettled.ts';
import { withNewest } from './waves/with-admissions.ts';
import { listWindowLines } from './windows/format-windows.ts';
import { readTimeZones } from './windows/read-for-windows.ts';

/** Options of a command that plans a rollout. */
export type RolloutPlanOptions = GlobalOptions &
  PlanChoiceOptions & {
    readonly fleet: string;
    /** Stops the open rollout of the fleet. */
    readonly replace?: boolean;
  };

/** A plan of the accounts that a rollout is to change, with its waves. */
export type RolloutSource = PlanSource & {
  readonly revision: Revision;
  readonly revisions: ReadPorts['revisions'];
  /** Rollouts that were to bring the same revision, the newest first. */
  readonly earlier: readonly RecordedRollout[];
  /** Those with accounts. */
  readonly waves: readonly AssignedWave[];
  /** Names of waves whose accounts need no change, or are in an earlier one. */
  readonly empty: readonly string[];
  /** Accounts that are left out, because pins hold them. */
  readonly pinned: readonly AccountEntry[];
  readonly budget: FailureBudget;
  readonly onFailure: 'stop' | 'undo';
  /** Place of `onFailure`. */
  readonly at: SourceSpan;
  readonly gate: Gate | undefined;
  /** Accounts that cannot show health checks, where the gate asks for them. */
  readonly unchecked: readonly string[];
  readonly windows: readonly MaintenanceWindow[] | undefined;
  /** Time zones by account, where there are windows; those without one are left out. */
  readonly timeZones: ReadonlyMap<string, string>;
};

/** Selects the warnings of a project: without those of waves for which a rollout of the fleet is refused. */
export function selectWarnings(project: ProjectContext, { fleet }: RolledOutFleet): ProjectContext {
  const wrong = new Set(listWrongWaves(project, fleet).map(({ summary }) => summary));
  const isLeft = ({ summary }: Diagnostic) => !wrong.has(summary);
  return { ...project, diagnostics: project.diagnostics.filter(isLeft) };
}

function listWrongWaves(project: ProjectContext, fleet: Fleet): readonly Diagnostic[] {
  return checkWaveMembers(fleet, findMembers(project, fleet.name).members);
}

/** Opens the plan of the newest revision for all accounts that are not settled on it; with `--rewrite`, for all. */
export async function openRolloutSource(
  { options, project }: Pick<ProjectRequest<RolloutPlanOptions>, 'options' | 'project'>,
  { fleet, written, entries }: RolledOutFleet,
  all: Run & { readonly context: Pick<ReadPorts, 'revisions'> },
): Promise<RolloutSource> {
  const { environment } = project;
  const choices = toChoices(options);
  const { files, revisions, store } = all.context;
  const revision = await makeRevision(files, fleet);
  const pinned = entries.filter((entry) => revisions.findPin(entry) !== null);
  // One that is on it may still have values that nothing wrote.
  const members = entries.filter(
    (entry) =>
      !pinned.includes(entry) && (choices.rewrite || !revisions.isSettled(entry, revision.digest)),
  );
  const recorded = await withRenames(store, entries, environment.name);
  const earlier = await readUnsettled(recorded, fleet.name);
  const made = makeWaves(written, members, environment.name);
  const run = withNewest(all, revision, members);
  const reading = { ...run.context, width: run.width };
  const gate = parseGate(written.gate);
  return {
    revision,
    revisions,
    earlier: selectEarlier(earlier, revision.digest),
    waves: made.filter((wave) => wave.entries.length > 0),
    empty: made.flatMap((wave) => (wave.entries.length === 0 ? wave.name : [])),
    pinned,
    budget: parseBudget(written.budget),
    onFailure: written.onFailure ?? 'stop',
    at: fleet.document.spanOf('/spec/rollout/onFailure'),
    gate,
    unchecked: await listUnchecked(reading, gate, members),
    windows: written.windows,
    timeZones: written.windows === undefined ? new Map() : await readTimeZones(reading, members),
    choices,
    // For other commands it is a warning.
    refused: listWrongWaves(project, fleet).map((each) => ({ ...each, severity: 'error' })),
    narrowed: { rollout: fleet.name },
    plan: {
      kind: 'new',
      accounts: (exports) => makePlan(run, exports),
      readsExports: true,
      total: members.length,
      counter: makePlanCounter(0),
    },
    check: makeTotalsCheck({ options, project }, choices),
    notes: [
      entries.length === 0
        ? `The fleet ${fleet.name} has 0 accounts in the environment ${environment.name}.`
        : formatMembers(revision, { fleet: fleet.name, members, pinned }),
    ],
  };
}

function makeTotalsCheck(
  {
    options,
    project: { environment },
  }: Pick<ProjectRequest<RolloutPlanOptions>, 'options' | 'project'>,
  choices: PlanSource['choices'],
): PlanSource['check'] {
  const { directory, fleet, replace } = options;
  const place = { directory, environment: environment.name };
  const protect = { ...environment.protect, maxChangedPercent: 100 };
  return (summary) => {
    const checked = checkPlanTotals(summary, protect, choices);
    if (!('refused' in checked)) return checked;
    const allowDeletes = summary.deletes + summary.replaces;
    const open = formatCommand(`rollout open ${fleet}`, place, [
      ...(replace === true ? ['--replace'] : []),
      ...formatPlanArguments({ ...choices, directory, select: [], allowDeletes }),
    ]);
    const remedy = `To approve them for all waves: ${open}`;
    const advise = (each: Diagnostic) =>
      each.code === 'too-many-deletes' ? { ...each, remedy } : each;
    return { refused: checked.refused.map(advise) };
  };
}

type Members = Pick<RolloutSource, 'pinned'> & {
  readonly fleet: string;
  readonly members: readonly AccountEntry[];
};

function formatMembers({ digest }: Revision, { fleet, members, pinned }: Members): string {
  const short = formatRevision(digest);
  return members.length === 0
    ? `All accounts of the fleet ${fleet} are on the revision ${short}${pinned.length > 0 ? ', or pinned' : ''}.`
    : `The revision ${short} of the fleet ${fleet}, for ${count(members.length, 'account')}:`;
}

/** Most names of a wave, and earlier rollouts, that are printed. */
const mostNamed = 3;

/** Lists earlier rollouts of the revision, the waves of a rollout, what it leaves out, its budget and its gate, as lines. */
export function listWaves({
  revision,
  earlier,
  waves,
  empty,
  pinned,
  revisions,
  budget,
  onFailure,
  gate,
  unchecked,
  windows,
  timeZones,
}: RolloutSource): readonly string[] {
  const held = pinned.flatMap((entry) => {
    const pin = revisions.findPin(entry);
    return pin === null ? [] : [toPinned(pin, revisions.findRecorded(entry))];
  });
  const left =
    held.length === 0
      ? []
      : [`Left out: ${count(held.length, 'pinned account')}, ${formatPinned(held)}`];
  if (waves.length === 0) return left;
  const before = earlier.map(({ rollout }) => formatEarlier(rollout));
  const again = waves
    .flatMap(({ entries }) => entries)
    .filter((entry) => revisions.findDigest(entry) === revision.digest).length;
  const lines = waves.map(({ name, entries }, index) => {
    const names = entries.map(({ key }) => key);
    return `Wave ${index + 1}, ${name}: ${count(entries.length, 'account')} (${formatSome(names, mostNamed)})`;
  });
  return [
    ...before.slice(0, mostNamed),
    ...(before.length > mostNamed ? [`${before.length - mostNamed} more before that.`] : []),
    ...(again > 0 ? [`Taken again: ${count(again, 'account')} that had it before.`] : []),
    ...lines,
    ...empty.map(
      (name) =>
        `The wave ${name} has 0 accounts: those that it selects need no change, or are in an earlier wave.`,
    ),
    ...left,
    `It ${onFailure === 'undo' ? 'is undone' : 'stops'} ${formatBudget(budget)}.`,
    ...(gate === undefined ? [] : [`Each wave must show: ${formatGate(gate)}.`]),
    ...(unchecked.length === 0 ? [] : [formatUnchecked(unchecked)]),
    ...(windows === undefined
      ? []
      : listWindowLines(windows, {
          accounts: waves.flatMap(({ entries }) => entries).length,
          withZone: timeZones.size,
        })),
  ];
}
