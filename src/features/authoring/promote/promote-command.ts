import type { CommandContext } from '../../../app/context.ts';
import { type ExitCode, exitCodes, judgePromotion } from '../../../app/exit-codes.ts';
import { type BranchPlace, commitBranch, openBranch } from '../../../app/git/commit-branch.ts';
import { findRepository } from '../../../app/git/find-repository.ts';
import { printDiagnostics } from '../../../app/output/print-diagnostics.ts';
import { openForReading } from '../../../app/ports/wiring.ts';
import {
  type CrossingOptions,
  type OpenedCrossing,
  openCrossing,
} from '../../../app/project/open-crossing.ts';
import { toRun } from '../../../app/project/to-run.ts';
import { openLooking } from '../../../engine/run/make-plan.ts';
import { writeUnifiedPatch } from '../../../kit/files/unified-patch.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { refuseOtherPatch, writePatch } from './patch-file.ts';
import { promote } from './promote.ts';
import type { Promotion } from './promotion.ts';
import { type PromotionGoal, writePromotionJson, writePromotionText } from './write-promotion.ts';
import { writePromotionMessage } from './write-promotion-message.ts';

/** What `cyclectl promote` takes beside the options of every command. */
export type PromoteOptions = CrossingOptions & { readonly out?: string; readonly branch?: string };

/** `cyclectl promote`: what was changed in one environment, as a patch. No service is written to. */
export async function runPromote(
  context: CommandContext,
  options: PromoteOptions,
): Promise<ExitCode> {
  const { out, branch, directory } = options;
  if (out !== undefined && branch !== undefined) return refuse(context, options, [bothPlaces]);
  if (out !== undefined) await refuseOtherPatch(out);
  const place =
    branch === undefined
      ? null
      : await openBranch(directory, { branch, instead: 'use --out FILE' }, context.environment);
  const opened = await openCrossing(context, options);
  if ('refused' in opened) return refuse(context, options, opened.refused);
  await printDiagnostics(context, directory, opened.opening.diagnostics);
  const promotion = await lookAndPromote(context, options, opened);
  await printDiagnostics(context, directory, promotion.diagnostics);
  return deliver(context, options, { promotion, place });
}

const bothPlaces: Diagnostic = {
  code: 'wrong-usage',
  severity: 'error',
  summary: 'Both --out and --branch say where the change goes',
  remedy: 'Give one of them; without any the patch goes to stdout.',
};

async function refuse(
  context: CommandContext,
  { directory }: PromoteOptions,
  refused: readonly Diagnostic[],
): Promise<ExitCode> {
  await printDiagnostics(context, directory, refused);
  return exitCodes.failed;
}

async function lookAndPromote(
  context: CommandContext,
  { directory: root, verbose }: PromoteOptions,
  { opening, crossing, all }: OpenedCrossing,
): Promise<Promotion> {
  const { environment } = opening;
  const place = await openForReading({ root, environment, context, verbose });
  try {
    const run = toRun(opening, place);
    const looking = await openLooking(run.looking, run.named);
    return await promote({ looking, entries: run.entries, all, crossing, width: run.width });
  } finally {
    await place.close();
  }
}

type Delivery = { readonly promotion: Promotion; readonly place: BranchPlace | null };

async function deliver(
  context: CommandContext,
  options: PromoteOptions,
  { promotion, place }: Delivery,
): Promise<ExitCode> {
  const { out, say, isScreen } = context.terminal;
  const patch = writePatchOf(promotion, options);
  const goal = patch === '' ? null : await put(options, { promotion, place }, patch);
  for (const line of writePromotionText(promotion, { ...options, goal })) say(line);
  if (options.format === 'json') await out(writePromotionJson(promotion, { ...options, patch }));
  else if (goal === null && patch !== '') {
    // Nobody takes a patch from a screen: there its signs are shown and do nothing.
    await out(isScreen ? patch.split('\n').map(toVisible).join('\n') : patch);
  }
  return judgePromotion(promotion);
}

// Git takes the names of a patch from the top of the repository.
function writePatchOf({ files }: Promotion, { directory }: PromoteOptions): string {
  const { within } = findRepository(directory);
  return writeUnifiedPatch(
    files.map(({ path, ...texts }) => ({
      ...texts,
      path: within === '' ? path : `${within}/${path}`,
    })),
  );
}

/** Writes the change to where it was asked for; null stands for stdout. */
async function put(
  options: PromoteOptions,
  { promotion, place }: Delivery,
  patch: string,
): Promise<PromotionGoal | null> {
  if (place !== null) {
    await commitBranch(place, promotion.files, writePromotionMessage(promotion, options));
    return { kind: 'branch', name: place.branch };
  }
  if (options.out === undefined) return null;
  await writePatch(options.out, patch);
  return { kind: 'file', name: options.out };
}
