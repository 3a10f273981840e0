import type { CommandContext } from '../../../app/context.ts';
import { type ExitCode, toPromotionExitCode } from '../../../app/exit-codes.ts';
import {
  type BranchTarget,
  createBranchCommit,
  openBranch,
} from '../../../app/git/create-branch-commit.ts';
import { findRepository } from '../../../app/git/find-repository.ts';
import { printDiagnostics, printRefused } from '../../../app/output/print-diagnostics.ts';
import { openReadPorts } from '../../../app/ports/open-ports.ts';
import {
  type EnvironmentMappingOptions,
  type OpenedMapping,
  openEnvironmentMapping,
} from '../../../app/project/open-environment-mapping.ts';
import { toRun } from '../../../app/project/to-run.ts';
import { openRunContext } from '../../../engine/run/make-plan.ts';
import { formatUnifiedPatch } from '../../../kit/files/unified-patch.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import {
  formatPromotionJson,
  formatPromotionText,
  type PromotionDestination,
} from './format-promotion.ts';
import { formatPromotionMessage } from './format-promotion-message.ts';
import { promote } from './promote.ts';
import type { Promotion } from './promotion.ts';
import { checkPatchPath, writePatch } from './write-patch.ts';

export type PromoteOptions = EnvironmentMappingOptions & {
  readonly out?: string;
  readonly branch?: string;
};

/** `cyclectl promote`: makes a patch of changes in one environment. Writes to no service. */
export async function runPromote(
  context: CommandContext,
  options: PromoteOptions,
): Promise<ExitCode> {
  const { out, branch, directory } = options;
  if (out !== undefined && branch !== undefined)
    return printRefused(context, options.directory, [conflictingOptions]);
  if (out !== undefined) await checkPatchPath(out);
  const target =
    branch === undefined
      ? null
      : await openBranch(directory, { branch, instead: 'use --out FILE' }, context.environment);
  const opened = await openEnvironmentMapping(context, options);
  if ('refused' in opened) return printRefused(context, options.directory, opened.refused);
  await printDiagnostics(context, directory, opened.projectContext.diagnostics);
  const promotion = await observeAndPromote(context, options, opened);
  await printDiagnostics(context, directory, promotion.diagnostics);
  return deliver(context, options, { promotion, target });
}

const conflictingOptions: Diagnostic = {
  code: 'wrong-usage',
  severity: 'error',
  summary: '--out and --branch cannot be combined',
  remedy: 'Pass one of them; without either, the patch goes to stdout.',
};

async function observeAndPromote(
  context: CommandContext,
  { directory: root, verbose }: PromoteOptions,
  { projectContext, environmentMapping, all }: OpenedMapping,
): Promise<Promotion> {
  const { environment } = projectContext;
  const ports = await openReadPorts({ root, environment, context, verbose });
  try {
    const run = toRun(projectContext, ports);
    const looking = await openRunContext(run.context, run.named);
    return await promote({
      context: looking,
      entries: run.entries,
      all,
      environmentMapping,
      width: run.width,
    });
  } finally {
    await ports.close();
  }
}

type Delivery = { readonly promotion: Promotion; readonly target: BranchTarget | null };

async function deliver(
  context: CommandContext,
  options: PromoteOptions,
  { promotion, target }: Delivery,
): Promise<ExitCode> {
  const { out, log, isScreen } = context.terminal;
  const patch = formatPatch(promotion, options);
  const goal = patch === '' ? null : await writeDelivery(options, { promotion, target }, patch);
  for (const line of formatPromotionText(promotion, { ...options, goal })) log(line);
  if (options.format === 'json') await out(formatPromotionJson(promotion, { ...options, patch }));
  else if (goal === null && patch !== '') {
    // Escapes control characters on a screen, because a patch is taken from a file or pipe.
    await out(isScreen ? patch.split('\n').map(toVisible).join('\n') : patch);
  }
  return toPromotionExitCode(promotion);
}

// Names paths from the top of the repository, because git apply expects that.
function formatPatch({ files }: Promotion, { directory }: PromoteOptions): string {
  const { within } = findRepository(directory);
  return formatUnifiedPatch(
    files.map(({ path, ...texts }) => ({
      ...texts,
      path: within === '' ? path : `${within}/${path}`,
    })),
  );
}

/** Writes the change to its destination; null means stdout. */
async function writeDelivery(
  options: PromoteOptions,
  { promotion, target }: Delivery,
  patch: string,
): Promise<PromotionDestination | null> {
  if (target !== null) {
    await createBranchCommit(target, promotion.files, formatPromotionMessage(promotion, options));
    return { kind: 'branch', name: target.branch };
  }
  if (options.out === undefined) return null;
  await writePatch(options.out, patch);
  return { kind: 'file', name: options.out };
}
