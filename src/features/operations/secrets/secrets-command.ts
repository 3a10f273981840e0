import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { formatListing } from '../../../app/output/format-listing.ts';
import { printDiagnostics } from '../../../app/output/print-diagnostics.ts';
import { openEnvironmentSecrets } from '../../../app/ports/open-environment-secrets.ts';
import { systemClock } from '../../../app/ports/open-ports.ts';
import { openStoreReader } from '../../../app/ports/open-store.ts';
import { withProject } from '../../../app/project/open-project.ts';
import { openProjectFiles } from '../../../app/project/project-files.ts';
import { withOpened } from '../../../kit/tasks/with-opened.ts';
import { formatName } from '../../../kit/text/format-name.ts';
import { formatAligned, formatHanging, type TextPlacement } from '../../../kit/text/text-layout.ts';
import { hasErrors } from '../../../model/diagnostic/diagnostic.ts';
import { formatLack } from '../../../model/secret/describe-lack.ts';
import { formatDocument } from '../../../reports/json/format-document.ts';
import { listSecrets } from './list-secrets.ts';
import type { ListedSecret, SecretUse, UseState } from './secret-use.ts';

const dayMs = 86_400_000;

const use: TextPlacement = { column: 4, hang: 6 };

const states: Readonly<Record<UseState, string>> = {
  current: 'same as here',
  rotated: 'differs from here: the next apply sends it',
  'other-key': 'not comparable: its fingerprint is of another key',
  found: 'existed when it was adopted; value unknown',
  'not-written': 'not written yet',
  'no-value': 'not compared',
  'signs-in': 'used by cyclectl to sign in',
};

/**
 * `cyclectl secrets`: lists references to secrets, their uses and last writes. Calls no service.
 */
export async function runSecrets(
  context: CommandContext,
  options: GlobalOptions,
): Promise<ExitCode> {
  return withProject(context, options, async (request) => {
    const { environment, project, selected } = request.project;
    const files = openProjectFiles(options.directory);
    const secrets = await openEnvironmentSecrets(request, files);
    return withOpened(openStoreReader(request), async (store) => {
      const environments = project.environments;
      const { entries } = selected;
      const search = { files, secrets, store, environment, environments, entries };
      const listed = await listSecrets(search);
      await printDiagnostics(context, options.directory, listed.diagnostics);
      const now = systemClock.now();
      await context.terminal.out(
        options.format === 'json'
          ? formatSecretsJson(listed.secrets, now)
          : formatListing(context.terminal, {
              layOut: (columns) => formatSecretsText(listed.secrets, now, columns),
              rows: () => listed.secrets.flatMap(toRows),
            }),
      );
      return hasErrors(listed.diagnostics) ? exitCodes.failed : exitCodes.ok;
    });
  });
}

/** Formats references, each with its availability here and its uses. `now` is ISO UTC. */
function formatSecretsText(secrets: readonly ListedSecret[], now: string, width: number): string {
  if (secrets.length === 0) return 'No manifest refers to a secret.\n';
  const lines = secrets.flatMap(({ from, kind, lack, reason, uses }) => [
    formatHanging(
      `${formatName(from)}  (${kind}) ${lack === null ? 'has a value' : formatLack(lack, reason)}`,
      4,
      width,
    ),
    ...uses.flatMap((item) => [
      formatHanging(`  ${formatName(item.place)}`, 4, width),
      formatAligned('', formatUse(item, now), { ...use, width }),
    ]),
  ]);
  return lines.map((line) => `${line}\n`).join('');
}

// A row for each use: reference, kind, why it has no value, place, last write, key, state.
function toRows({ from, kind, lack, uses }: ListedSecret): readonly (readonly string[])[] {
  const known = [from, kind, lack === null ? '' : formatLack(lack)];
  return uses.map(({ place, writtenAt, keyId, state }) => [
    ...known,
    place,
    writtenAt ?? '',
    keyId ?? '',
    state,
  ]);
}

/** Formats the references as data; ages are whole days. */
function formatSecretsJson(secrets: readonly ListedSecret[], now: string): string {
  const listed = secrets.map((secret) => ({
    ...secret,
    uses: secret.uses.map((item) => ({ ...item, ageDays: toAge(item, now) })),
  }));
  return formatDocument('secrets', { secrets: listed });
}

function formatUse(item: SecretUse, now: string): string {
  const age = toAge(item, now);
  const written =
    item.writtenAt === null || age === null
      ? []
      : [`written ${item.writtenAt} (${age === 1 ? '1 day' : `${age} days`} ago)`];
  const key = item.keyId === null ? [] : [`key ${item.keyId}`];
  return [...written, ...key, states[item.state]].join(', ');
}

function toAge({ writtenAt }: SecretUse, now: string): number | null {
  if (writtenAt === null) return null;
  return Math.max(0, Math.floor((Date.parse(now) - Date.parse(writtenAt)) / dayMs));
}
