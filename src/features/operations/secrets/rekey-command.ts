import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, toApplyExitCode } from '../../../app/exit-codes.ts';
import { printDiagnostics } from '../../../app/output/print-diagnostics.ts';
import {
  openEnvironmentSecrets,
  openOldFingerprint,
} from '../../../app/ports/open-environment-secrets.ts';
import { systemClock } from '../../../app/ports/open-ports.ts';
import { openStore } from '../../../app/ports/open-store.ts';
import { type ProjectRequest, withProject } from '../../../app/project/open-project.ts';
import { openProjectFiles } from '../../../app/project/project-files.ts';
import { withSession } from '../../../app/run/open-session.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { withOpened } from '../../../kit/tasks/with-opened.ts';
import { formatName } from '../../../kit/text/format-name.ts';
import { formatHanging } from '../../../kit/text/text-layout.ts';
import { hasErrors } from '../../../model/diagnostic/diagnostic.ts';
import { formatDocument } from '../../../reports/json/format-document.ts';
import type { Rekeyed, Unrekeyed } from './secret-use.ts';
import { updateFingerprints } from './update-fingerprints.ts';

const reasons: Readonly<Record<Unrekeyed['why'], string>> = {
  'no-value': 'it has no value here',
  differs: 'the secret here differs from the written one',
  'third-key': 'its fingerprint is of neither key',
  'not-in-manifest': 'no manifest refers to it',
};

export type RekeyOptions = GlobalOptions & { readonly lockTimeout: number };

/**
 * `cyclectl secrets rekey`: computes fingerprints in state again after a change of
 * CYCLECTL_SECRET_KEY, proven by CYCLECTL_SECRET_KEY_OLD. Sends nothing.
 */
export async function runRekey(context: CommandContext, options: RekeyOptions): Promise<ExitCode> {
  return withProject(context, options, async (request) => {
    const printOld = await openOldFingerprint(request.project.environment, context);
    return withOpened(openStore(request), (store) => {
      const asked = { context, command: 'rekey', lockTimeoutMs: options.lockTimeout };
      return withSession(store, asked, async (session) => {
        const search = await openSearch(request);
        const ports = { store, clock: systemClock, session, oldFingerprint: printOld };
        const rekeyed = await updateFingerprints({ ...search, ...ports });
        const { diagnostics, ...result } = rekeyed;
        await printDiagnostics(context, options.directory, diagnostics);
        const write = options.format === 'json' ? formatRekeyedJson : formatRekeyedText;
        await context.terminal.out(write(result));
        const hasFailed = hasErrors(diagnostics) || result.left.length > 0;
        return toApplyExitCode({ hasFailed, hasWritten: result.done > 0 });
      });
    });
  });
}

async function openSearch(request: ProjectRequest) {
  const { context, options } = request;
  const { environment, project, selected } = request.project;
  if (!context.environment.CYCLECTL_SECRET_KEY) {
    throw new OperationalError('CYCLECTL_SECRET_KEY is not set', {
      remedy: 'Set it to the new key, and CYCLECTL_SECRET_KEY_OLD to the previous one.',
    });
  }
  const files = openProjectFiles(options.directory);
  return {
    files,
    secrets: await openEnvironmentSecrets(request, files),
    environment,
    environments: project.environments,
    entries: selected.entries,
  };
}

/** Formats the result of a rekey. */
function formatRekeyedText({ done, already, left }: Rekeyed): string {
  const lines = left.map(({ address, why }) =>
    formatHanging(`${formatName(address)}: unchanged, because ${reasons[why]}`, 4),
  );
  const total = `${done} computed again, ${already} of this key already, ${left.length} unchanged. Nothing was sent.`;
  return [...lines, total].map((line) => `${line}\n`).join('');
}

/** Formats the result as data. */
function formatRekeyedJson({ done, already, left }: Rekeyed): string {
  return formatDocument('rekey', { result: { done, already, left } });
}
