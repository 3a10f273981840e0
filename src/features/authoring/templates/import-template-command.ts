import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { defaultLockTimeoutMs } from '../../../app/options/option-values.ts';
import { printDiagnostics, printRefused } from '../../../app/output/print-diagnostics.ts';
import { openWritePorts, systemClock, type WritePorts } from '../../../app/ports/open-ports.ts';
import { openCycleFile } from '../../../app/project/open-cycle-file.ts';
import { withEnvironment } from '../../../app/project/open-project.ts';
import { withSession } from '../../../app/run/open-session.ts';
import { readApproval } from '../../../app/run/read-approval.ts';
import { openRunRecord } from '../../../app/run/records/open-run-record.ts';
import { withOpened } from '../../../kit/tasks/with-opened.ts';
import { formatName, formatQuoted, toLine } from '../../../kit/text/format-name.ts';
import { count, formatAligned, type TextPlacement } from '../../../kit/text/text-layout.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import { toFieldPath } from '../../../model/address.ts';
import type {
  CycleFile,
  FileStep,
  LoadedCycleFile,
} from '../../../model/desired/cycle-file/cycle-file.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { PlanTarget } from '../../../model/plan/plan.ts';
import { formatTarget } from '../../../reports/blocks/words/format-target.ts';
import { formatDocument } from '../../../reports/json/format-document.ts';
import { checkImportedTemplate } from './check-imported-template.ts';
import {
  type ImportRun,
  importTemplate,
  observeBeforeImport,
  type TemplateMade,
  type TemplateOutcome,
  type TemplateRequest,
} from './import-template.ts';

const placement: TextPlacement = { column: 36, hang: 6 };

export type ImportTemplateOptions = GlobalOptions & {
  readonly file: string;
  readonly asTemplate: string;
  readonly sendAgain?: boolean;
  readonly yes?: boolean;
  /** Milliseconds. */
  readonly lockTimeout?: number;
};

type ImportContext = {
  readonly context: CommandContext;
  readonly options: ImportTemplateOptions;
  readonly ports: WritePorts;
  readonly template: TemplateRequest;
};

/**
 * `cyclectl import FILE --as-template NAME`: shows the template, asks, and creates it with one
 * request.
 */
export async function runImportTemplate(
  context: CommandContext,
  options: ImportTemplateOptions,
): Promise<ExitCode> {
  const wrong = checkTemplateName(options.asTemplate);
  if (wrong.length > 0) return refuse({ context, options }, wrong);
  const { loaded, diagnostics } = await openCycleFile(options.file);
  if (loaded === null) return refuse({ context, options }, diagnostics);
  return withEnvironment(context, options, (request) =>
    withOpened(openWritePorts(request), (ports) =>
      importInProject({ context, options, ports, template: toTemplateRequest(options, loaded) }),
    ),
  );
}

function toTemplateRequest(
  { asTemplate: name, sendAgain = false }: ImportTemplateOptions,
  loaded: LoadedCycleFile,
): TemplateRequest {
  return { name, loaded, sendAgain };
}

async function importInProject(importing: ImportContext): Promise<ExitCode> {
  const { context, options, ports, template: request } = importing;
  const observation = await observeBeforeImport(ports, request);
  if (observation.kind === 'refused') return refuse(importing, observation.diagnostics);
  if (observation.kind === 'free') {
    const shown = formatTemplateImport(request.name, request.loaded.file, ports.target);
    if (options.format === 'text') await context.terminal.out(shown);
    const instead = 'answer at a terminal';
    const isWanted = options.yes === true || (await readApproval(context, instead)) === null;
    if (!isWanted) return refuse(importing, []);
  }
  return printOutcome(importing, await runImport(importing));
}

async function runImport({
  context,
  options,
  ports,
  template: request,
}: ImportContext): Promise<TemplateOutcome> {
  context.deferSignals();
  const command = 'import';
  const { directory, lockTimeout: lockTimeoutMs = defaultLockTimeoutMs } = options;
  const asked = { context, command, lockTimeoutMs } as const;
  return withSession(ports.store, asked, async (session) => {
    const head = { command, approved: null, directory, context, template: request.name } as const;
    const run: ImportRun = {
      ports: { ...ports, clock: systemClock },
      session,
      record: await openRunRecord(head, session, ports.store),
      environment: ports.environment.name,
    };
    return importTemplate(run, request);
  });
}

async function printOutcome(importing: ImportContext, outcome: TemplateOutcome): Promise<ExitCode> {
  const { context, options, ports, template: request } = importing;
  const found =
    outcome.kind === 'made'
      ? await checkImportedTemplate(ports.reader, outcome.id, request.loaded)
      : outcome.diagnostics;
  await printDiagnostics(context, options.directory, found);
  if (options.format === 'json') {
    await context.terminal.out(formatTemplateImportJson(request.name, outcome, context.reported));
  } else if (outcome.kind === 'made') {
    await context.terminal.out(formatTemplateMade(request.name, outcome));
  }
  if (outcome.kind === 'refused' || outcome.kind === 'failed') return exitCodes.failed;
  const isWhole = !found.some(({ severity }) => severity === 'error');
  return outcome.kind === 'made' && isWhole ? exitCodes.ok : exitCodes.partial;
}

async function refuse(
  { context, options }: Pick<ImportContext, 'context' | 'options'>,
  diagnostics: readonly Diagnostic[],
): Promise<ExitCode> {
  return printRefused(context, options.directory, diagnostics);
}

/** Formats the template to create, for the prompt: its steps and their connectors. */
function formatTemplateImport(name: string, file: CycleFile, target: PlanTarget): string {
  const { steps, variables, blobs } = file;
  const secrets = [
    ...steps.flatMap(({ label, mappings }) =>
      mappings
        .filter(({ source }) => source.kind === 'secret')
        .map(({ slot, target: at }) => toFieldPath('steps', label, slot, at)),
    ),
    ...variables
      .filter(({ isSecret }) => isSecret)
      .map((each) => toFieldPath('variables', each.name)),
  ];
  const lines = [
    `Template ${formatQuoted(name)}  ${formatTarget(target)}`,
    '',
    `Creates a new template with ${count(steps.length, 'step')}:`,
    ...steps.map((step) =>
      formatAligned(`  ${formatName(step.label)}`, formatStep(step), placement),
    ),
    ...variables.map((each) => toLine(`  variable ${formatQuoted(each.name)}`)),
    ...(blobs.length === 0
      ? []
      : [`${count(blobs.length, 'opaque part')} of the file cannot be shown.`]),
    ...secrets.map((path) => toLine(`No secret is sent: ${path} stays empty in the template.`)),
  ];
  return `${lines.join('\n')}\n`;
}

function formatStep({ method, connector }: FileStep): string {
  const work = method === null ? 'no method' : formatName(method);
  if (connector === null) return work;
  const { name, version } = connector;
  return `${formatName(name)}${version === null ? '' : ` ${formatName(version)}`}, ${work}`;
}

/** Formats the result and the id for a manifest. */
function formatTemplateMade(name: string, { id, isEarlier }: TemplateMade): string {
  const what = isEarlier ? 'An earlier import created' : 'Created';
  const known = id === null ? 'the service did not return its id' : `its id is ${formatName(id)}`;
  return `${toLine(`${what} the template ${formatQuoted(name)}; ${known}.`)}\n`;
}

/** Formats the result as data. */
function formatTemplateImportJson(
  name: string,
  outcome: TemplateOutcome,
  reported: Iterable<Diagnostic>,
): string {
  const { kind } = outcome;
  const id = outcome.kind === 'made' ? outcome.id : null;
  const template = { name, id, outcome: kind };
  return formatDocument('import', { template, diagnostics: [...reported] });
}

/** Longest name of a template, because no source documents the limit of the service. */
const maxNameLength = 200;

/** Validates the name of a new template, because no template can be deleted. */
function checkTemplateName(name: string): Diagnostic[] {
  const wrong = formatProblem(name);
  if (wrong === null) return [];
  const remedy = `Write --as-template NAME as one line of at most ${maxNameLength} characters, without spaces at its ends.`;
  return [reportError('wrong-usage', { summary: wrong, remedy })];
}

function formatProblem(name: string): string | null {
  if (name.trim() === '') return 'The name of the new template is empty';
  const { length } = [...name];
  if (length > maxNameLength) {
    return `The name of the new template has ${length} characters; at most ${maxNameLength} are allowed`;
  }
  const shown = `The name of the new template, "${toVisible(name)}",`;
  if (toVisible(name) !== name) return `${shown} contains an invisible character`;
  return name.trim() === name ? null : `${shown} starts or ends with a space`;
}
