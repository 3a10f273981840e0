import { readFile } from 'node:fs/promises';
import type { CommandContext } from '../context.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';

/** The kinds of files that have a published schema. */
export type SchemaKind = 'project' | 'account' | 'world';

/** `cyclectl schema KIND`: the JSON Schema, for editors and other tools. */
export async function runSchema(
  context: CommandContext,
  options: { readonly kind: SchemaKind },
): Promise<ExitCode> {
  const place = new URL(`../../../schemas/${options.kind}.schema.json`, import.meta.url);
  const text = await readFile(place, 'utf8');
  await context.terminal.out(text);
  return exitCodes.ok;
}
