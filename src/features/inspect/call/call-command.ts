import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { parseConnectorAddress } from '../../../app/options/parse-address.ts';
import { printRefused } from '../../../app/output/print-diagnostics.ts';
import { type CallPorts, openCallPorts } from '../../../app/ports/open-ports.ts';
import { checkNotLink } from '../../../app/project/make-own-folder.ts';
import { type ProjectRequest, withProject } from '../../../app/project/open-project.ts';
import { toRun } from '../../../app/project/to-run.ts';
import { readText } from '../../../kit/files/read-text.ts';
import { writeFileAtomically } from '../../../kit/files/write-file.ts';
import { OperationalError, toFileError } from '../../../kit/operational-error.ts';
import { withOpened } from '../../../kit/tasks/with-opened.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { GivenValue, MethodAnswer } from '../../../model/live/method-call.ts';
import type { MethodCaller } from '../../../model/ports.ts';
import { formatAnswer, formatCallRequest, formatCallRequestJson } from './format-call.ts';
import { reportCallFailure } from './report-call-failure.ts';
import { type ResolvedCall, resolveCall } from './resolve-call.ts';

export type CallOptions = GlobalOptions & {
  /** `ACCOUNT/connectors/KEY`. */
  readonly address: string;
  readonly method: string;
  readonly param: readonly GivenValue[];
  readonly field: readonly GivenValue[];
  readonly merge: readonly GivenValue[];
  /** Key in the manifest, or id. */
  readonly customCategory?: string;
  readonly body?: string;
  readonly out?: string;
  readonly dryRun?: boolean;
};

/**
 * `cyclectl call ADDRESS METHOD`: calls a method of an installed connector once and prints its
 * response.
 */
export async function runCall(context: CommandContext, options: CallOptions): Promise<ExitCode> {
  const named = parseConnectorAddress(options.address);
  if (options.out !== undefined) await checkNotLink(options.out);
  const body = options.body === undefined ? null : await readBody(options.body);
  return withProject(context, options, (request) => callInProject(request, named, body));
}

async function callInProject(
  request: ProjectRequest<CallOptions>,
  named: { readonly account: string; readonly key: string },
  body: string | null,
): Promise<ExitCode> {
  const { context, options, project } = request;
  // Waits for the response, because without it the result of the call is unknown.
  context.deferSignals();
  return withOpened(openCallPorts(request), async (ports) => {
    const { context: looking, entries } = toRun(project, ports);
    const prepared = await resolveCall({ ...looking, entries }, named, {
      method: options.method,
      parameters: options.param,
      fields: options.field,
      mergeFields: options.merge,
      customCategory: options.customCategory ?? null,
      body,
    });
    if ('refused' in prepared) return printRefused(context, options.directory, prepared.refused);
    if (options.dryRun === true) return printRequest(context, options, { ports, prepared });
    if (context.stopping.aborted) return exitCodes.failed;
    const called = await sendCall(ports.caller, prepared, project.environment.name);
    if ('answer' in called) return saveAnswer(context, options, called.answer);
    return printRefused(context, options.directory, called.refused);
  });
}

type Prepared = Extract<Awaited<ReturnType<typeof resolveCall>>, { readonly call: unknown }>;

async function printRequest(
  context: CommandContext,
  options: CallOptions,
  { ports, prepared }: { readonly ports: CallPorts; readonly prepared: Prepared },
): Promise<ExitCode> {
  const request = ports.caller.describeCall(prepared.call);
  await context.terminal.out(
    options.format === 'json'
      ? formatCallRequestJson(request)
      : formatCallRequest(request, context.terminal.paint),
  );
  return exitCodes.ok;
}

// Prints a response that its file cannot take, because the call is not repeated for it.
async function saveAnswer(
  { terminal }: CommandContext,
  { out }: CallOptions,
  { text }: MethodAnswer,
): Promise<ExitCode> {
  if (text === '') terminal.log('The method succeeded with an empty response.');
  if (out === undefined) {
    await terminal.out(formatAnswer(text, terminal.isScreen));
    return exitCodes.ok;
  }
  try {
    await writeFileAtomically({ path: out, text: formatAnswer(text, false), mode: 0o600 });
    terminal.log(`Wrote the response to ${toVisible(out)}.`);
    return exitCodes.ok;
  } catch (error) {
    if (error instanceof OperationalError)
      await terminal.out(formatAnswer(text, terminal.isScreen));
    throw error;
  }
}

async function readBody(path: string): Promise<string> {
  try {
    return await readText(path);
  } catch (error) {
    throw toFileError('read', path, error);
  }
}

/** Sends a call once and reports its result. */
async function sendCall(
  caller: MethodCaller,
  { call, method, desired, live }: ResolvedCall,
  environment: string,
): Promise<{ readonly answer: MethodAnswer } | { readonly refused: readonly Diagnostic[] }> {
  const answered = await caller.callMethod(call);
  if (answered.ok) return { answer: answered.value };
  const called = {
    address: desired.address,
    environment,
    method,
    isAuthenticated: live.authenticated,
    isOauth: desired.auth.kind === 'oauth',
  };
  return { refused: [reportCallFailure(called, answered.failure)] };
}
