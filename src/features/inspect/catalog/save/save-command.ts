import { saveCatalogNames } from '../../../../app/completion/save-names.ts';
import type { CommandContext, GlobalOptions } from '../../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../../app/exit-codes.ts';
import { printRefused } from '../../../../app/output/print-diagnostics.ts';
import { startProgress } from '../../../../app/output/with-progress.ts';
import { type CallPorts, openCallPorts } from '../../../../app/ports/open-ports.ts';
import { openManifestFiles } from '../../../../app/project/open-manifest-files.ts';
import {
  type LoadedProject,
  openProject,
  type ProjectRequest,
} from '../../../../app/project/open-project.ts';
import { updateEditorSchemas } from '../../../../app/project/update-editor-schema.ts';
import { compareCatalogs } from '../../../../engine/catalog/compare-catalogs.ts';
import { formatCatalogFile } from '../../../../engine/catalog/format-catalog-file.ts';
import { listUsed } from '../../../../engine/catalog/list-used.ts';
import {
  type LoadedCatalogs,
  loadCatalogs,
  mostCatalogBytes,
} from '../../../../engine/catalog/load-catalogs.ts';
import { readLiveCatalog, type Unread } from '../../../../engine/catalog/read-live-catalog.ts';
import { withLineEnds } from '../../../../kit/files/read-text.ts';
import { OperationalError } from '../../../../kit/operational-error.ts';
import { withOpened } from '../../../../kit/tasks/with-opened.ts';
import { formatFailure } from '../../../../model/diagnostic/api-failure.ts';
import { type Diagnostic, reportError } from '../../../../model/diagnostic/diagnostic.ts';
import { catalogFile, type SavedCatalogs } from '../../../../model/live/saved-catalog.ts';
import type { Project } from '../../../../model/manifest/project.ts';
import { formatSavedJson, formatSavedText } from './format-saved.ts';
import type { CatalogSaving } from './saving.ts';

type SaveOptions = GlobalOptions & { readonly check?: boolean };

type SaveRequest = ProjectRequest<SaveOptions, LoadedProject>;

/**
 * `cyclectl catalog save`: writes the catalog of the environment into catalog.json, or with
 * `--check` compares it with the saved one.
 */
export async function runCatalogSave(
  context: CommandContext,
  options: SaveOptions,
): Promise<ExitCode> {
  const project = await openProject(context, options);
  if ('refused' in project) return printRefused(context, options.directory, project.refused);
  return withOpened(openCallPorts({ context, options, project }), (ports) =>
    saveCatalog({ context, options, project }, ports),
  );
}

async function saveCatalog(request: SaveRequest, ports: CallPorts): Promise<ExitCode> {
  const { context, options, project } = request;
  const isCheck = options.check === true;
  const loaded = await loadCatalogs(ports.files);
  const saved = selectSaved(loaded, isCheck);
  if ('refused' in saved) return printRefused(context, options.directory, [saved.refused]);
  const read = await readPresent(request, ports);
  if (!read.ok) return printRefused(context, options.directory, [reportUnread(read)]);
  const { value: present } = read;
  const { name } = project.environment;
  const before = saved.catalogs.get(name) ?? null;
  const changes = before === null ? null : compareCatalogs(before, present);
  const kept = new Map([...selectKnown(saved.catalogs, project.project), [name, present]]);
  const isWritten = !isCheck && (await write(options, { loaded, kept }));
  await saveCatalogNames({ context, directory: options.directory }, kept);
  const { blueprints, index } = project;
  const known = { project: project.project, accounts: index.accounts, blueprints, saved: kept };
  const schemas = await updateEditorSchemas(options.directory, known, isCheck);
  const saving: CatalogSaving = {
    environment: name,
    directory: options.directory,
    present,
    changes,
    isFound: loaded !== null,
    isCheck,
    schemas,
    isWritten,
  };
  const { out, paint } = context.terminal;
  await out(
    options.format === 'json'
      ? formatSavedJson(saving)
      : formatSavedText(saving, ports.target, paint),
  );
  const isCurrent =
    changes?.length === 0 && Object.values(schemas).every((state) => state !== 'stale');
  return isCheck && !isCurrent ? exitCodes.differs : exitCodes.ok;
}

// A file of another format is replaced, because no environment of it can be read.
function selectSaved(
  loaded: LoadedCatalogs | null,
  isCheck: boolean,
): { readonly catalogs: SavedCatalogs } | { readonly refused: Diagnostic } {
  if (loaded === null) return { catalogs: new Map() };
  const { parsed } = loaded;
  if (parsed.kind === 'catalogs') return parsed;
  return parsed.kind === 'other-format' && !isCheck
    ? { catalogs: new Map() }
    : { refused: parsed.diagnostic };
}

async function readPresent(
  { context, project: { project, environment, index } }: SaveRequest,
  ports: CallPorts,
): ReturnType<typeof readLiveCatalog> {
  const used = await listUsed(ports.files, {
    environment: environment.name,
    environments: project.environments,
    accounts: index.accounts,
  });
  // The lists and exports to read are known only while they are read.
  const stop = startProgress(
    context,
    () => `reading ${ports.readCost().requests} parts of the catalog`,
  );
  try {
    return await readLiveCatalog(ports.reader, used, ports.templates);
  } finally {
    stop();
  }
}

function reportUnread({ what, failure }: Unread): Diagnostic {
  return reportError('unread', {
    summary: `The ${what} could not be read: ${formatFailure(failure)}`,
    remedy: `${catalogFile} is unchanged. Run the command again.`,
  });
}

/** Writes the file if it changes. Returns whether it did. Throws `OperationalError`. */
async function write(
  options: SaveOptions,
  { loaded, kept }: { readonly loaded: LoadedCatalogs | null; readonly kept: SavedCatalogs },
): Promise<boolean> {
  const before = loaded?.text ?? null;
  const text = withLineEnds(formatCatalogFile(kept), before);
  if (text === before) return false;
  if (Buffer.byteLength(text) > mostCatalogBytes) {
    throw new OperationalError(`${catalogFile} would be larger than 32 MiB, and is not written`, {
      remedy: 'Use fewer connectors and templates in the manifests of one project.',
    });
  }
  const files = openManifestFiles(options.directory);
  const isDone = await (before === null
    ? files.create(catalogFile, text)
    : files.replace(catalogFile, { before, text }));
  if (isDone) return true;
  throw new OperationalError(`${catalogFile} is a link, or changed while it was saved`, {
    remedy: 'Replace a link with a file, and run the command again.',
  });
}

function selectKnown(catalogs: SavedCatalogs, { environments }: Project): SavedCatalogs {
  return new Map([...catalogs].filter(([name]) => environments.has(name)));
}
