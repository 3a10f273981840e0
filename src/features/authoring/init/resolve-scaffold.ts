import { basename, resolve } from 'node:path';
import type { CommandContext } from '../../../app/context.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { toSlug } from '../../../kit/text/to-slug.ts';
import { maxKeyLength } from '../../../model/address.ts';
import { codes } from '../../../model/diagnostic/codes.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { askScaffold } from './ask-scaffold.ts';
import {
  type InitOptions,
  type ResolvedScaffold,
  type Scaffold,
  type ScaffoldTarget,
  standardEnvironments,
} from './scaffold.ts';

/** Validates a starter; null when it is valid. */
type CheckScaffold = (starter: Scaffold) => Promise<Diagnostic | null>;

/** Replaces the name of a folder without a letter that a key may have. */
const noName = 'integrations';

/**
 * Resolves a new project from flags, and from answers where they name no service. Throws
 * `OperationalError` for an invalid flag or without a terminal.
 */
export async function resolveScaffold(
  context: CommandContext,
  options: InitOptions,
  check: CheckScaffold,
): Promise<ResolvedScaffold> {
  const make = (target: ScaffoldTarget) => toScaffold(context, options, target);
  const isFromLive = options.fromLive === true;
  checkFlagPairs(options);
  const { local, baseUrl, accountHeader = null, account = null } = options;
  if (local === true || baseUrl === undefined) {
    // Checks the flags before the first question.
    const starter = await checkFlags(make({ kind: 'local' }), check);
    if (local === true) return { starter, isFromLive };
    return askScaffold({
      context,
      options,
      make,
      check: async (asked) => {
        const wrong = await check(asked);
        return wrong === null ? null : `${wrong.summary}. ${formatAdvice(wrong)}`;
      },
    });
  }
  const target = { kind: 'remote', baseUrl, accountHeader, account } as const;
  return { starter: await checkFlags(make(target), check), isFromLive };
}

function toScaffold(
  context: CommandContext,
  { directory, env, name }: InitOptions,
  target: ScaffoldTarget,
): Scaffold {
  const environment = env ?? context.environment.CYCLECTL_ENVIRONMENT ?? '';
  return {
    name: name ?? (toSlug(basename(resolve(directory)), maxKeyLength) || noName),
    environment: environment === '' ? standardEnvironments[target.kind] : environment,
    target,
  };
}

function checkFlagPairs({ local, baseUrl, accountHeader, account }: InitOptions): void {
  if (local === true || baseUrl !== undefined) return;
  const flag = accountHeader === undefined ? '--account' : '--account-header';
  if (accountHeader === undefined && account === undefined) return;
  throw new OperationalError(`${flag} needs a real service, and none is given`, {
    remedy: 'Add --base-url with the URL of its API.',
  });
}

async function checkFlags(starter: Scaffold, check: CheckScaffold): Promise<Scaffold> {
  const wrong = await check(starter);
  if (wrong === null) return starter;
  throw new OperationalError(`${findFlag(wrong)}: ${wrong.summary}`, {
    remedy: formatAdvice(wrong),
  });
}

function formatAdvice({ code, remedy }: Diagnostic): string {
  return remedy ?? codes[code].remedy;
}

// Finds the flag by the place of its value in the files.
function findFlag({ at }: Diagnostic): string {
  if (at === undefined || at.file !== 'cyclectl.yaml') return '--account';
  if (at.pointer.startsWith('/metadata')) return '--name';
  if (at.pointer.endsWith('/baseUrl')) return '--base-url';
  return at.pointer.endsWith('/accountHeader') ? '--account-header' : '--environment';
}
