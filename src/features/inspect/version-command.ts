import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { CommandContext, GlobalOptions } from '../../app/context.ts';
import { type ExitCode, exitCodes } from '../../app/exit-codes.ts';
import { readCommit } from '../../app/git/read-commit.ts';
import { storeSchemas } from '../../app/ports/open-store.ts';
import { formatDocument } from '../../reports/json/format-document.ts';

/** Facts about this program, for a person who compares two of them. */
type Version = {
  readonly version: string;
  /** The commit that the program was built from; `+` after it where files were changed. */
  readonly commit: string | null;
  readonly node: string;
  readonly platform: string;
  readonly arch: string;
  /** Versions of stores that this program makes, and reads up to. */
  readonly storeSchema: typeof storeSchemas;
};

/** `cyclectl version`: prints the versions of the program, of Node and of its stores. Needs no project. */
export async function runVersion(
  { terminal, environment, version }: CommandContext,
  { format }: Pick<GlobalOptions, 'format'>,
): Promise<ExitCode> {
  const facts: Version = {
    version,
    commit: await readOwnCommit(environment),
    node: process.versions.node,
    platform: process.platform,
    arch: process.arch,
    storeSchema: storeSchemas,
  };
  const text = format === 'json' ? formatDocument('version', facts) : formatVersion(facts);
  await terminal.out(text);
  return exitCodes.ok;
}

function formatVersion(facts: Version): string {
  const { version, commit, node, platform, arch, storeSchema } = facts;
  return [
    `cyclectl ${version}`,
    ...(commit === null ? [] : [`Commit: ${commit}`]),
    `Node: ${node}`,
    `Platform: ${platform} ${arch}`,
    `Store schema: SQLite ${storeSchema.sqlite}, PostgreSQL ${storeSchema.postgres}`,
    '',
  ].join('\n');
}

// The build writes the commit into the package; a checkout is asked itself.
async function readOwnCommit(environment: CommandContext['environment']): Promise<string | null> {
  const root = new URL('.', import.meta.resolve('cyclectl/package.json'));
  if (import.meta.url.endsWith('.ts')) return readCommit(fileURLToPath(root), environment);
  try {
    return (await readFile(new URL('dist/commit.txt', root), 'utf8')).trim();
  } catch {
    return null;
  }
}
