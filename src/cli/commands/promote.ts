import { writeUnifiedPatch } from '../../kit/unified-patch.ts';
import { toVisible } from '../../kit/visible-text.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Promotion } from '../../model/promotion.ts';
import { openLooking } from '../../pipeline/make-plan.ts';
import { promote } from '../../pipeline/promote.ts';
import { writePromotionJson, writePromotionText } from '../../stages/report/write-promotion.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, exitCodes, judgePromotion } from '../exit-codes.ts';
import { findRepository } from '../find-repository.ts';
import { type CrossingOptions, type OpenedCrossing, openCrossing } from '../open-crossing.ts';
import { refuseOtherPatch, writePatch } from '../patch-file.ts';
import { printDiagnostics } from '../print-diagnostics.ts';
import { toRun } from '../to-run.ts';
import { openForReading } from '../wiring.ts';

/** What `cyclectl promote` takes beside the options of every command. */
export type PromoteOptions = CrossingOptions & { readonly out?: string };

/** `cyclectl promote`: what was changed in one environment, as a patch. No service is written to. */
export async function runPromote(
  context: CommandContext,
  options: PromoteOptions,
): Promise<ExitCode> {
  if (options.out !== undefined) await refuseOtherPatch(options.out);
  const opened = await openCrossing(context, options);
  if ('refused' in opened) return refuse(context, options, opened.refused);
  await printDiagnostics(context, options.directory, opened.opening.diagnostics);
  const promotion = await lookAndPromote(context, options, opened);
  return deliver(context, options, promotion);
}

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

async function deliver(
  context: CommandContext,
  options: PromoteOptions,
  promotion: Promotion,
): Promise<ExitCode> {
  const { out, say, isScreen } = context.terminal;
  const { directory, format } = options;
  await printDiagnostics(context, directory, promotion.diagnostics);
  const { within } = findRepository(directory);
  const patch = writeUnifiedPatch(
    promotion.files.map(({ path, ...texts }) => ({
      ...texts,
      path: within === '' ? path : `${within}/${path}`,
    })),
  );
  const isWritten = patch !== '';
  if (options.out !== undefined && isWritten) await writePatch(options.out, patch);
  const place = options.out !== undefined && isWritten ? toVisible(options.out) : null;
  for (const line of writePromotionText(promotion, { ...options, place })) say(line);
  if (format === 'json') await out(writePromotionJson(promotion, { ...options, patch }));
  else if (options.out === undefined && isWritten) {
    await out(isScreen ? patch.split('\n').map(toVisible).join('\n') : patch);
  }
  return judgePromotion(promotion);
}
