import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { printDiagnostics } from '../../../app/output/print-diagnostics.ts';
import { toRun } from '../../../app/project/to-run.ts';
import { openLooking } from '../../../engine/run/make-plan.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { reportUnknown } from '../state/settle/judge-finding.ts';
import type { FoundAdoption } from './adoption.ts';
import { type Adopting, bindFound } from './bind-found.ts';
import { type ChoicePlace, lookAtChoice } from './look-at-choice.ts';
import { writeAdoptionJson } from './write-adoption-json.ts';
import { writeChosenText } from './write-adoptions-text.ts';

/** Binds one entry to what a person names. */
export async function adoptOne(adopting: Adopting, choice: ChoicePlace): Promise<ExitCode> {
  const { opening, place } = adopting;
  const { at } = choice;
  const { entries } = opening.selected;
  const entry = entries.find(({ key }) => key === at.account);
  if (entry === undefined) {
    const keys = entries.map(({ key }) => key);
    return refuse(adopting, [reportUnknown(at, at.account, keys)]);
  }
  const look = (looking: Parameters<typeof lookAtChoice>[0]) =>
    lookAtChoice(looking, entry, choice);
  const sight = await look(await openLooking(toRun(opening, place).looking, 1));
  if (sight.kind === 'refused') return refuse(adopting, sight.diagnostics);
  if (sight.kind === 'bound')
    return tell(adopting, { account: entry.key, bound: [sight.object], isOld: true });
  const [outcome] = await bindFound(adopting, { found: () => once(sight.adoption), look });
  if (outcome === undefined) return exitCodes.failed;
  if (outcome.diagnostics.length > 0) return refuse(adopting, outcome.diagnostics);
  // Another adopt has bound it in between: it is as it was asked for.
  const isOld = outcome.bound.length === 0;
  return tell(adopting, {
    account: entry.key,
    bound: isOld ? sight.adoption.adopts : outcome.bound,
    isOld,
  });
}

async function* once(found: FoundAdoption): AsyncGenerator<FoundAdoption> {
  yield found;
}

async function tell(
  { context, options, place, begun }: Adopting,
  chosen: Parameters<typeof writeChosenText>[0] & { readonly account: string },
): Promise<ExitCode> {
  if (options.format === 'text') {
    await context.terminal.out(writeChosenText(chosen));
    return exitCodes.ok;
  }
  const { account, bound: found, isOld } = chosen;
  const cost = { requests: place.requestCount(), durationMs: performance.now() - begun };
  const one = { account, found, bound: isOld ? [] : found, missing: 0, diagnostics: [] };
  const pieces = writeAdoptionJson({ target: place.target, cost }, [one], context.told);
  for await (const piece of pieces) await context.terminal.out(piece);
  return exitCodes.ok;
}

async function refuse(
  { context, options }: Adopting,
  refused: readonly Diagnostic[],
): Promise<ExitCode> {
  await printDiagnostics(context, options.directory, refused);
  return exitCodes.failed;
}
