import { posix } from 'node:path';
import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ReadPorts, systemClock } from '../../../app/ports/open-ports.ts';
import { openManifestFiles } from '../../../app/project/open-manifest-files.ts';
import type { LoadedProject } from '../../../app/project/open-project.ts';
import { toPlanConcurrency } from '../../../app/run/plan-file.ts';
import {
  type ApiFailure,
  formatFailure,
  isNotOffered,
} from '../../../model/diagnostic/api-failure.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import { checkSelectionUse, parseSelection } from '../../../model/manifest/parse-selection.ts';
import type { Selection } from '../../../model/manifest/selection.ts';
import type { ExportContext } from '../describe/export-account.ts';
import { type Exportable, listExportable } from './list-exportable.ts';
import { type ExportRun, openExportContext } from './run-export.ts';

export type ExportRequest = {
  readonly context: CommandContext;
  readonly options: GlobalOptions & {
    readonly all?: boolean;
    readonly full?: boolean;
    readonly merge?: boolean;
    readonly foreign?: boolean;
    /** File for a template of the secrets to provide. */
    readonly secretsTemplate?: string;
  };
  readonly opened: LoadedProject;
  readonly ports: ReadPorts;
  /** Includes manifests whose accounts the service does not have. */
  readonly wantsAbsent?: boolean;
};

/** Selected accounts, and the context to describe them; not read yet. */
export type OpenedExport = {
  readonly listed: Exportable;
  readonly run: ExportRun;
  readonly exporting: ExportContext;
};

type Refused = { readonly refused: readonly Diagnostic[] };

/** Lists accounts, selects them, and reads the catalog. */
export async function openExport(
  asked: ExportRequest,
  selection: Selection,
): Promise<OpenedExport | Refused> {
  const { opened, ports } = asked;
  const listed = await listExportable({
    reader: ports.reader,
    store: ports.store,
    environment: opened.environment,
    entries: opened.index.accounts,
    selection,
    width: toPlanConcurrency(opened.environment),
    wantsAbsent: asked.options.merge === true || asked.wantsAbsent === true,
  });
  if (!listed.ok) return refuse('accounts', listed);
  if (listed.value.lost.length > 0) return { refused: listed.value.lost };
  const run = toExportRun(asked, listed.value);
  const exporting = await openExportContext(run, listed.value);
  return exporting.ok
    ? { listed: listed.value, run, exporting: exporting.value }
    : refuse('catalogue', exporting);
}

/** Reads the selection; refuses `--select` with `--all`. */
export function readSelection({
  all,
  select,
}: ExportRequest['options']): { readonly selection: Selection } | Refused {
  if (all === true && select.length > 0) {
    const summary = '--all and --select cannot be combined';
    const remedy =
      'Pass --all for every account, or --select account=NAME with its future key or its id; * matches any text.';
    return { refused: [reportError('wrong-usage', { summary, remedy })] };
  }
  const parsed = parseSelection(select);
  if ('diagnostics' in parsed) return { refused: parsed.diagnostics };
  const misused = checkSelectionUse(parsed.selection, 'service');
  return misused.length > 0 ? { refused: misused } : { selection: parsed.selection };
}

function refuse(
  what: string,
  answer: { readonly ok: false; readonly failure: ApiFailure },
): Refused {
  const summary = `The ${what} could not be read: ${formatFailure(answer.failure)}`;
  const remedy = 'Export needs a service that lists accounts, installed connectors and templates.';
  const reported = isNotOffered(answer) ? { remedy } : {};
  return { refused: [reportError('unread', { summary, ...reported })] };
}

function toExportRun({ options, opened, ports }: ExportRequest, { keys }: Exportable): ExportRun {
  const { environment, project, names } = opened;
  const named = names.listIn(environment.name).filter(({ kind }) => kind === 'variable');
  return {
    context: {
      ...ports,
      environment: environment.name,
      environments: project.environments,
      keys,
      rewrite: false,
    },
    files: openManifestFiles(options.directory),
    width: toPlanConcurrency(environment),
    variables: new Set(named.map(({ name }) => name)),
    isFull: options.full === true,
    merge: options.merge !== true ? 'nothing' : options.foreign === true ? 'foreign' : 'moved',
    now: systemClock.now(),
    folder: posix.join(project.folders[0]),
  };
}
