import { listUnfinished } from '../../engine/run/journal/list-unfinished.ts';
import { listLeaving, reportDue } from '../../engine/run/list-leaving.ts';
import {
  type CountedFleet,
  countRevisions,
  hasRevisions,
  reportEarlier,
  reportEnding,
  reportPinned,
  reportWaiting,
} from '../../engine/run/report-revisions.ts';
import { readMachine } from '../../kit/machine.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { PolicyRules } from '../../model/plan/policy.ts';
import type { StoreReader } from '../../model/ports.ts';
import type { CommandContext, GlobalOptions } from '../context.ts';
import { printDiagnostics } from '../output/print-diagnostics.ts';
import { formatPolicyCount } from '../policies/open-policies.ts';
import { type ReadPorts, readToday } from '../ports/open-ports.ts';
import type { ProjectContext } from '../project/open-project.ts';
import type { PlanSource } from './change-source.ts';
import { isGoneFrom } from './open-session.ts';

type Output = { readonly context: CommandContext; readonly options: GlobalOptions };

/** Prints work that earlier runs left, of accounts with and without a manifest. */
export async function printUnfinished(
  { context, options, project }: Output & { readonly project: ProjectContext },
  store: StoreReader,
): Promise<void> {
  const left = await listUnfinished(store, {
    ...project,
    isGone: isGoneFrom(readMachine()),
    place: { directory: options.directory, environment: project.environment.name },
  });
  await printDiagnostics(context, options.directory, left);
}

type FleetPorts = Pick<ReadPorts, 'store' | 'revisions'>;

/**
 * Lists leaving accounts whose grace period is over, and accounts that are not on the newest revision of
 * their fleet, and pinned ones, as warnings.
 */
export async function listFleetNotes(
  ports: FleetPorts,
  project: ProjectContext,
): Promise<readonly Diagnostic[]> {
  const { left, fleets, place } = await readFleetNotes(ports, project);
  return [...left, ...reportEarlier(fleets, place), ...reportPinned(fleets)];
}

/** Reads the same for a report that has the revisions of fleets among its totals. */
export async function readFleetNotes(
  { store, revisions }: FleetPorts,
  { accounts, fleets: all, root: directory, environment: { name: environment } }: ProjectContext,
): Promise<{
  /** About accounts that are or may soon be left out. */
  readonly left: readonly Diagnostic[];
  readonly fleets: readonly CountedFleet[];
  readonly place: { readonly directory: string; readonly environment: string };
}> {
  const today = readToday();
  const place = { directory, environment };
  const due = reportDue(await listLeaving(store, accounts, environment), { ...place, today });
  const found = { fleets: all.filter(hasRevisions), accounts, environment };
  const fleets = await countRevisions({ store, revisions }, found);
  const left = [...due, ...reportWaiting(fleets, place), ...reportEnding(fleets, today)];
  return { left, fleets, place };
}

/** Prints the lines and warnings above a plan. */
export async function printNotes({
  context,
  options,
  source,
}: Output & { readonly source: Pick<PlanSource, 'notes' | 'warnings'> }): Promise<void> {
  const { notes = [], warnings = [] } = source;
  for (const note of notes) context.terminal.log(note);
  await printDiagnostics(context, options.directory, warnings);
}

/** Prints how many policies of a commit count. */
export function printPolicyCount(request: Output, rules: PolicyRules): void {
  const text = rules.mistakes.length > 0 ? null : formatPolicyCount(rules, request);
  if (text !== null) request.context.terminal.log(text);
}
