import { resolve } from 'node:path';
import type { CommandContext, GlobalOptions } from '../../app/context.ts';
import { type ExitCode, exitCodes } from '../../app/exit-codes.ts';
import { printDiagnostics } from '../../app/output/print-diagnostics.ts';
import { openFolderPolicies, openOwnPolicies } from '../../app/policies/folder-policies.ts';
import { readToday } from '../../app/ports/open-ports.ts';
import { indexPolicies } from '../../engine/index/index-policies.ts';
import { checkExamples } from '../../engine/policy/check-examples.ts';
import { OperationalError } from '../../kit/operational-error.ts';
import { count } from '../../kit/text/text-layout.ts';
import { toVisible } from '../../kit/text/visible-text.ts';
import { hasErrors } from '../../model/diagnostic/diagnostic.ts';
import { policyFolder } from '../../model/plan/policy.ts';
import { formatDocument } from '../../reports/json/format-document.ts';

type TestOptions = GlobalOptions & {
  /** A folder of policies; that of the project by default. */
  readonly dir?: string;
};

/** `cyclectl policy test`: checks policies, and each of their examples, offline. */
export async function runPolicyTest(
  context: CommandContext,
  options: TestOptions,
): Promise<ExitCode> {
  const { directory, dir: folder, format } = options;
  const source = await (folder === undefined
    ? openOwnPolicies(directory)
    : openFolderPolicies(folder));
  if (source === null) {
    const place = folder ?? `${resolve(directory)}/${policyFolder}`;
    throw new OperationalError(`There is no folder of policies: ${toVisible(place)}`, {
      remedy: 'Write policies in the folder policy beside cyclectl.yaml, or name another folder.',
    });
  }
  const { policies, diagnostics } = await indexPolicies(source);
  const tested = policies.map((policy) => {
    const { name, document } = policy;
    const { examples = [] } = document.written.spec;
    const failed = checkExamples(policy, readToday());
    return { name, file: document.file, examples: examples.length, failed };
  });
  const found = [...diagnostics, ...tested.flatMap(({ failed }) => failed)];
  if (format === 'text') await printDiagnostics(context, directory, found);
  const text =
    format === 'json'
      ? formatDocument('policy-test', { policies: tested, diagnostics })
      : formatResult(tested, hasErrors(diagnostics));
  await context.terminal.out(text);
  return hasErrors(found) ? exitCodes.failed : exitCodes.ok;
}

type Tested = {
  readonly name: string;
  readonly examples: number;
  readonly failed: readonly unknown[];
};

function formatResult(tested: readonly Tested[], hasMistakes: boolean): string {
  const examples = tested.reduce((sum, each) => sum + each.examples, 0);
  const failed = tested.reduce((sum, each) => sum + each.failed.length, 0);
  const untested = tested.filter((each) => each.examples === 0).map(({ name }) => name);
  const fails = `${count(failed, 'example')} ${failed === 1 ? 'fails' : 'fail'}`;
  const passes = hasMistakes ? 'Policies with mistakes were not tested' : 'All pass';
  const result = failed > 0 ? fails : passes;
  const lines = [
    `${count(tested.length, 'policy', 'policies')}, ${count(examples, 'example')}. ${result}.`,
    ...(untested.length === 0 ? [] : [`Without an example: ${untested.join(', ')}.`]),
  ];
  return `${lines.join('\n')}\n`;
}
