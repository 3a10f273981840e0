import type { CommandContext } from '../../app/context.ts';
import { type ExitCode, exitCodes } from '../../app/exit-codes.ts';
import { readSchema } from '../../app/project/project-files.ts';
import type { PublishedKind } from '../../model/manifest/manifest.ts';

/** `cyclectl schema KIND`: prints the JSON Schema, for editors and other tools. */
export async function runSchema(
  context: CommandContext,
  options: { readonly kind: PublishedKind },
): Promise<ExitCode> {
  await context.terminal.out(await readSchema(options.kind));
  return exitCodes.ok;
}
