import { basename, join, relative, resolve, sep } from 'node:path';
import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { parseCycleAddress } from '../../../app/options/parse-address.ts';
import { readConfirmation } from '../../../app/options/read-confirmation.ts';
import { printDiagnostics, printRefused } from '../../../app/output/print-diagnostics.ts';
import { indexProject } from '../../../app/project/index-project.ts';
import {
  checkCycleFilePath,
  openCycleFile,
  readCycleText,
  writeCycleFiles,
} from '../../../app/project/open-cycle-file.ts';
import { makeFolder, openManifestFiles } from '../../../app/project/open-manifest-files.ts';
import { openProjectFiles } from '../../../app/project/project-files.ts';
import { formatCycleFile } from '../../../engine/cycle-file/order-keys.ts';
import { indexManifests } from '../../../engine/index/index-manifests.ts';
import { withOverlay } from '../../../engine/load/with-overlay.ts';
import { withLineEnds } from '../../../kit/files/read-text.ts';
import type { TextChange } from '../../../kit/files/unified-patch.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { toLine } from '../../../kit/text/format-name.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import { toFieldPath } from '../../../model/address.ts';
import {
  type CycleFile,
  type LoadedCycleFile,
  toBlobFileName,
} from '../../../model/desired/cycle-file/cycle-file.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import type { Project } from '../../../model/manifest/project.ts';
import type { Files } from '../../../model/ports.ts';
import { addCycleEntry } from './add-cycle-entry.ts';
import { addRowEntry, type PlacedEntry } from './add-row-entry.ts';

export type ImportCycleOptions = GlobalOptions & {
  readonly file: string;
  /** `ACCOUNT/cycles/KEY`. */
  readonly address: string;
  readonly yes?: boolean;
};

/**
 * `cyclectl import FILE ADDRESS`: adds the file to the project and its entry to the manifest. Calls
 * no service.
 */
export async function runImportCycle(
  context: CommandContext,
  options: ImportCycleOptions,
): Promise<ExitCode> {
  const named = parseCycleAddress(options.address);
  const { loaded, diagnostics } = await openCycleFile(options.file);
  if (loaded === null) return printRefused(context, '.', diagnostics);
  const { project, index } = await indexProject(context, openProjectFiles(options.directory));
  const entry = index.accounts.find(({ key }) => key === named.account);
  if (entry === undefined || project === null) {
    await printDiagnostics(context, options.directory, index.diagnostics);
    throw new OperationalError(
      `no valid manifest declares the account ${toVisible(named.account)}`,
      {
        remedy: 'Correct the address or the manifest.',
      },
    );
  }
  return saveCycleFile(context, options, { loaded, entry, key: named.key, project });
}

type CyclePlacement = {
  readonly loaded: LoadedCycleFile;
  readonly entry: AccountEntry;
  readonly key: string;
  readonly project: Project;
};

async function saveCycleFile(
  context: CommandContext,
  options: ImportCycleOptions,
  placement: CyclePlacement,
): Promise<ExitCode> {
  const { loaded, key } = placement;
  const root = resolve(options.directory);
  const path = findPlace(root, options.file);
  const target = join(root, path);
  const text = formatCycleFile(loaded.file.document);
  if (target !== resolve(options.file)) {
    await checkCycleFilePath(target);
    const there = await readCycleText(target);
    const isOther = there !== null && there !== withLineEnds(text, there);
    const what = `${path} exists with another content`;
    if (isOther && !(await askReplace(context, options, what))) return exitCodes.failed;
  }
  const texts = new Map([
    ...(target === resolve(options.file) ? [] : [[path, text] as const]),
    ...[...loaded.blobs].map(([digest, blob]) => [toBlobFileName(path, digest), blob] as const),
  ]);
  const files = withOverlay(openProjectFiles(root), texts);
  const placed = await placeEntry(root, { ...placement, path, files });
  const edit = 'edit' in placed ? placed.edit : null;
  const mistakes = await listNewErrors(
    openProjectFiles(root),
    edit === null ? texts : new Map([...texts, [edit.path, edit.after]]),
  );
  if (mistakes.length > 0) {
    // Drops spans in the edited text, because it is not written.
    const shown = mistakes.map(({ at, ...rest }) =>
      at === undefined || at.file === edit?.path ? rest : { ...rest, at },
    );
    await printDiagnostics(context, options.directory, shown);
    context.terminal.log('Nothing was written: the entry would cause these errors.');
    return exitCodes.failed;
  }
  if (placed.kind === 'refused')
    return printRefused(context, options.directory, [placed.diagnostic]);
  if (placed.kind === 'other') {
    const what = `The cycle ${key} of ${placed.edit.path} has another origin`;
    if (!(await askReplace(context, options, what))) return exitCodes.failed;
  }
  if (target !== resolve(options.file)) {
    const blobs = [...loaded.blobs].map(([digest, blob]) => ({ digest, text: blob }));
    await writeCycleFiles(await makeFolder(root, path), { text, blobs });
  }
  if (edit !== null) await replaceManifest(root, edit);
  const place = placed.kind === 'there' ? placed.path : placed.edit.path;
  for (const line of [
    `${toVisible(options.address)} in ${toVisible(place)} uses ${toVisible(path)}.`,
    ...formatCycleNeeds(loaded.file),
    'Nothing was sent. To see the changes, run cyclectl plan.',
  ]) {
    context.terminal.log(line);
  }
  return exitCodes.ok;
}

async function placeEntry(
  root: string,
  {
    entry,
    key,
    project,
    path,
    files,
  }: CyclePlacement & { readonly path: string; readonly files: Files },
): Promise<PlacedEntry> {
  if (entry.layering?.fleet != null) {
    const { environments } = project;
    return addRowEntry({ files, environments }, entry, { key, file: path });
  }
  const before = (await readCycleText(join(root, entry.file))) ?? '';
  const added = addCycleEntry(before, { documentIndex: entry.documentIndex, key, file: path });
  if (added.kind === 'there') return { kind: 'there', path: entry.file };
  if (added.kind !== 'no-place')
    return { kind: added.kind, edit: { path: entry.file, before, after: added.text } };
  throw new OperationalError(
    `the cycle ${toVisible(key)} is an alias in ${toVisible(entry.file)}`,
    { remedy: `Replace the alias with its own entry and from: {file: ${toVisible(path)}}.` },
  );
}

async function replaceManifest(root: string, { path, before, after }: TextChange): Promise<void> {
  const isWritten =
    before !== null && (await openManifestFiles(root).replace(path, { before, text: after }));
  if (isWritten) return;
  throw new OperationalError(`${toVisible(path)} changed while cyclectl ran`, {
    remedy: 'Run the command again.',
  });
}

// Keeps a file of the project in place; copies another.
function findPlace(root: string, file: string): string {
  const within = relative(root, resolve(file));
  const isWithin =
    within !== '' && !within.startsWith('..') && resolve(root, within) === resolve(file);
  return isWithin ? within.split(sep).join('/') : `cycles/${basename(file)}`;
}

function askReplace(
  context: CommandContext,
  options: ImportCycleOptions,
  what: string,
): Promise<boolean> {
  return readConfirmation(context, options, {
    question: `${toVisible(what)}. Overwrite it?`,
    otherwise: { summary: `${toVisible(what)}; it was not changed` },
  });
}

/** Formats the settings that a cycle file needs from its manifest. */
function formatCycleNeeds({ steps, variables }: CycleFile): string[] {
  const slots = new Map(
    steps.flatMap(({ connector }) =>
      connector === null ? [] : [[connector.slot, connector] as const],
    ),
  );
  const secrets = [
    ...steps.flatMap(({ label, mappings }) =>
      mappings
        .filter(({ source }) => source.kind === 'secret')
        .map(({ slot, target }) => toFieldPath('steps', label, slot, target)),
    ),
    ...variables
      .filter(({ isSecret }) => isSecret)
      .map(({ name }) => toFieldPath('variables', name)),
  ];
  return [
    ...[...slots].map(
      ([slot, { name, version }]) =>
        `Needs a connector for the slot "${slot}": ${name}${version === null ? '' : ` ${version}`}, with its own properties and credentials.`,
    ),
    ...secrets.map((path) => `Needs a secret in the manifest: ${path}: {env: NAME}.`),
    ...steps
      .filter(({ isWebhook }) => isWebhook)
      .map(({ label }) => `The step "${label}" gets its own webhook URL and key.`),
  ].map(toLine);
}

/** Lists the errors that some texts by path would add to a project. Writes nothing. */
async function listNewErrors(
  files: Files,
  texts: ReadonlyMap<string, string>,
): Promise<readonly Diagnostic[]> {
  const [now, then] = [
    await indexManifests(files),
    await indexManifests(withOverlay(files, texts)),
  ];
  const known = new Set(now.index.diagnostics.map(toErrorKey));
  return then.index.diagnostics.filter(
    (diagnostic) => diagnostic.severity === 'error' && !known.has(toErrorKey(diagnostic)),
  );
}

// Ignores lines, because longer texts shift them.
function toErrorKey({ code, summary, at }: Diagnostic): string {
  return JSON.stringify([code, summary, at?.file, at?.pointer]);
}
