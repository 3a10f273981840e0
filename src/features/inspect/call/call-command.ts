import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { parseConnectorAddress } from '../../../app/options/parse-address.ts';
import { printDiagnostics } from '../../../app/output/print-diagnostics.ts';
import { type CallingWorkplace, openForCalling } from '../../../app/ports/wiring.ts';
import { type Opening, withOpening } from '../../../app/project/open-run.ts';
import { refuseLink } from '../../../app/project/refuse-link.ts';
import { toRun } from '../../../app/project/to-run.ts';
import { readText } from '../../../kit/files/read-text.ts';
import { writeFileAtomically } from '../../../kit/files/write-file.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import { Trouble, toFileTrouble } from '../../../kit/trouble.ts';
import type { GivenValue, MethodAnswer } from '../../../model/live/method-call.ts';
import { callMethod } from './call-method.ts';
import { prepareCall } from './prepare-call.ts';
import { writeAnswer, writeCallRequest, writeCallRequestJson } from './write-call.ts';

/** What `cyclectl call` takes beside the options of every command. */
export type CallOptions = GlobalOptions & {
  /** `ACCOUNT/connectors/KEY`. */
  readonly address: string;
  readonly method: string;
  readonly param: readonly GivenValue[];
  readonly field: readonly GivenValue[];
  readonly merge: readonly GivenValue[];
  /** A key of the manifest, or an id. */
  readonly customCategory?: string;
  readonly body?: string;
  readonly out?: string;
  readonly dryRun?: boolean;
};

/** `cyclectl call ADDRESS METHOD`: calls a method of an installed connector, once, and prints its answer. */
export async function runCall(context: CommandContext, options: CallOptions): Promise<ExitCode> {
  const named = parseConnectorAddress(options.address);
  if (options.out !== undefined) await refuseLink(options.out);
  const body = options.body === undefined ? null : await readBody(options.body);
  return withOpening(context, options, (opening) =>
    callHere({ context, options, opening }, named, body),
  );
}

type Asked = {
  readonly context: CommandContext;
  readonly options: CallOptions;
  readonly opening: Opening;
};

async function callHere(
  { context, options, opening }: Asked,
  named: { readonly account: string; readonly key: string },
  body: string | null,
): Promise<ExitCode> {
  const { environment, root } = opening;
  // What was sent is heard out: without its answer nobody knows what became of it.
  context.closeBeforeEnd();
  const place = await openForCalling({ root, environment, context, verbose: options.verbose });
  try {
    const { looking, entries } = toRun(opening, place);
    const prepared = await prepareCall({ ...looking, entries }, named, {
      method: options.method,
      parameters: options.param,
      fields: options.field,
      mergeFields: options.merge,
      customCategory: options.customCategory ?? null,
      body,
    });
    if ('refused' in prepared) {
      await printDiagnostics(context, options.directory, prepared.refused);
      return exitCodes.failed;
    }
    if (options.dryRun === true) return showRequest(context, options, { place, prepared });
    if (context.stopping.aborted) return exitCodes.failed;
    const called = await callMethod(place.caller, prepared, environment.name);
    if ('answer' in called) return await keepAnswer(context, options, called.answer);
    await printDiagnostics(context, options.directory, called.refused);
    return exitCodes.failed;
  } finally {
    await place.close();
  }
}

type Prepared = Extract<Awaited<ReturnType<typeof prepareCall>>, { readonly call: unknown }>;

async function showRequest(
  context: CommandContext,
  options: CallOptions,
  { place, prepared }: { readonly place: CallingWorkplace; readonly prepared: Prepared },
): Promise<ExitCode> {
  const request = place.caller.describeCall(prepared.call);
  await context.terminal.out(
    options.format === 'json'
      ? writeCallRequestJson(request)
      : writeCallRequest(request, context.terminal.paint),
  );
  return exitCodes.ok;
}

// An answer that cannot be kept in its file is printed: the call is not made again for it.
async function keepAnswer(
  { terminal }: CommandContext,
  { out }: CallOptions,
  { text }: MethodAnswer,
): Promise<ExitCode> {
  if (text === '') terminal.say('The method answered with success and without a text.');
  if (out === undefined) {
    await terminal.out(writeAnswer(text, terminal.isScreen));
    return exitCodes.ok;
  }
  try {
    await writeFileAtomically({ path: out, text: writeAnswer(text, false), mode: 0o600 });
    terminal.say(`The answer is in ${toVisible(out)}.`);
    return exitCodes.ok;
  } catch (error) {
    if (error instanceof Trouble) await terminal.out(writeAnswer(text, terminal.isScreen));
    throw error;
  }
}

async function readBody(path: string): Promise<string> {
  try {
    return await readText(path);
  } catch (error) {
    throw toFileTrouble('read', path, error);
  }
}
