import type { CommandContext, GlobalOptions } from '../../app/context.ts';
import { type ExitCode, exitCodes } from '../../app/exit-codes.ts';
import { printRefused } from '../../app/output/print-diagnostics.ts';
import { openProjectFiles, readOwnText, readSchema } from '../../app/project/project-files.ts';
import { OperationalError } from '../../kit/operational-error.ts';
import { catalogFile } from '../../model/live/saved-catalog.ts';
import type { PublishedKind } from '../../model/report/published-kinds.ts';

type SchemaOptions = GlobalOptions & { readonly kind: PublishedKind; readonly catalog?: boolean };

/**
 * `cyclectl schema KIND`: prints the JSON Schema, for editors and other tools; with `--catalog`, that
 * of accounts with the names and values of the project.
 */
export async function runSchema(
  context: CommandContext,
  options: SchemaOptions,
): Promise<ExitCode> {
  const { kind, catalog = false } = options;
  if (catalog) return printAccountSchema(context, options);
  await context.terminal.out(await readSchema(kind));
  return exitCodes.ok;
}

async function printAccountSchema(
  context: CommandContext,
  { kind, directory }: SchemaOptions,
): Promise<ExitCode> {
  if (kind !== 'account') {
    throw new OperationalError(`a catalog says nothing of the schema of a ${kind}`, {
      remedy: 'Run cyclectl schema account --catalog.',
    });
  }
  const { indexProject } = await import('../../app/project/index-project.ts');
  const { loadCatalogs } = await import('../../engine/catalog/load-catalogs.ts');
  const { readEditorSchema } = await import('../../app/project/read-editor-schema.ts');
  const files = openProjectFiles(directory);
  const { project, index, blueprints } = await indexProject(context, files);
  if (project === null) return printRefused(context, directory, index.diagnostics);
  const parsed = (await loadCatalogs(files))?.parsed ?? { kind: 'catalogs', catalogs: new Map() };
  if (parsed.kind !== 'catalogs') return printRefused(context, directory, [parsed.diagnostic]);
  const { accounts } = index;
  const read = await readEditorSchema({
    files,
    readWorld: (file) => readOwnText(directory, file),
    project,
    accounts,
    blueprints,
    saved: parsed.catalogs,
  });
  if (read.kind === 'refused') return printRefused(context, directory, read.diagnostics);
  if (read.kind === 'no-catalog') {
    throw new OperationalError(`the project has no ${catalogFile}`, {
      remedy: 'Run cyclectl catalog save.',
    });
  }
  if (read.kind === 'too-large') {
    throw new OperationalError('the schema would be larger than 16 MiB', {
      remedy: `Use fewer connectors and templates in the manifests of one project, and save ${catalogFile} again.`,
    });
  }
  await context.terminal.out(read.text);
  return exitCodes.ok;
}
