import { formatArgument } from '../../../kit/text/format-name.ts';
import { type PlanKind, toPlanKind } from '../../../model/plan/plan.ts';
import { type CommandPlace, formatCommand } from '../../../model/report/advice/commands.ts';
import type { PlanRequest } from '../../../model/report/report.ts';
import { planWords } from './plan-words.ts';

/** The command that saves a plan, and the one that applies it. */
export type PlanCommands = readonly [save: string, apply: string];

/** The files that printed commands save plans to. */
export const planFiles: readonly string[] = Object.keys(planWords).map(toPlanFile);

/** The commands that save a plan and apply it. */
export function formatPlanCommands(
  kind: PlanKind,
  place: CommandPlace,
  args: readonly string[],
): PlanCommands {
  const [verb = '', ...options] = planWords[kind].command.split(' ');
  const file = toPlanFile(kind);
  return [
    formatCommand(verb, place, [...options, ...args, `--out ${file}`]),
    formatApplyCommand(place.directory, file),
  ];
}

/** The commands that save the plan that was requested, and apply it. */
export function formatRequestedPlan(environment: string, asked: PlanRequest): PlanCommands {
  const place = { directory: asked.directory, environment, select: asked.select };
  return formatPlanCommands(toPlanKind(asked), place, formatPlanArguments(asked));
}

/** The commands that apply the plan that was requested: by a saved plan, where it can be saved. */
export function listApplyCommands(environment: string, asked: PlanRequest): readonly string[] {
  if (asked.allWaves === undefined) return formatRequestedPlan(environment, asked);
  // An apply of all waves makes its own plan, of whole accounts of a selection.
  const { changedSince, replaces, directory, select } = asked;
  if (changedSince !== undefined || replaces !== undefined) return [];
  const place = { directory, environment, select };
  return [formatCommand('apply', place, formatPlanArguments(asked))];
}

/** The arguments of a requested plan, besides its place. */
export function formatPlanArguments({
  changedSince,
  replaces,
  allowOrphans,
  allWaves,
  reverts = [],
  ...choices
}: PlanRequest): readonly string[] {
  const { rewrite, allowDeletes, allowReplace, allowNewWebhookUrls } = choices;
  return [
    ...reverts.map(formatArgument),
    ...(changedSince === undefined ? [] : [`--changed-since ${formatArgument(changedSince)}`]),
    ...(replaces === undefined ? [] : [`--replaces ${formatArgument(replaces)}`]),
    ...(allWaves === undefined ? [] : ['--all-waves']),
    ...(rewrite ? ['--rewrite'] : []),
    ...(allowDeletes === null ? [] : [`--allow-deletes ${allowDeletes}`]),
    ...(allowOrphans === undefined ? [] : [`--allow-orphans ${allowOrphans}`]),
    ...(allowReplace ? ['--allow-replace'] : []),
    ...(allowNewWebhookUrls ? ['--allow-new-webhook-urls'] : []),
  ];
}

/**
 * The command that applies a saved plan. Only the folder is repeated, because the plan holds
 * environment, accounts and permissions.
 */
export function formatApplyCommand(directory: string | undefined, file: string): string {
  return formatCommand('apply', { directory }, [formatArgument(file)]);
}

function toPlanFile(kind: string): string {
  return `${kind}.json`;
}
