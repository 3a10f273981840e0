import { readPointer } from '../../kit/json/json-pointer.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { WrittenAccount } from '../../model/manifest/manifest.generated.ts';
import type {
  AccountDocument,
  PartlyValidated,
  RawDocument,
} from '../../model/manifest/manifest.ts';
import type { KnownEnvironments } from '../../model/manifest/variable.ts';
import { formatSpan, type SourceSpan } from '../../model/source-span.ts';
import { checkDocument } from './check-document.ts';
import { mergeFindings } from './placeholders/merge-findings.ts';
import { reportMissingVariables } from './placeholders/report-missing-variables.ts';
import {
  hasPlaceholders,
  type InterpolatedAccount,
  resolveAccountPlaceholders,
} from './placeholders/resolve-account-placeholders.ts';
import { listScopes, type Scope } from './placeholders/scope.ts';
import { accountRules } from './rules/account-rules.ts';

/** What a manifest means, and in which environment it means that; null: wherever the account exists. */
export type InterpolatedManifest = {
  readonly document: AccountDocument;
  readonly environment: string | null;
};

/** A manifest after it was judged, and what it means: nothing where it has errors, one thing, or one in each environment. */
export type AccountValidation = PartlyValidated<WrittenAccount> & {
  readonly interpolated: readonly InterpolatedManifest[];
};

/**
 * Judges a document of a folder of manifests. Where it has placeholders that is what it means in each environment
 * that has the account, and each mistake is told once. `environments` are those of the project, if they are known.
 */
export function validateAccount(
  raw: RawDocument,
  environments: KnownEnvironments | null,
): AccountValidation {
  if (readPointer(raw.written, '/kind') !== 'Account' || !hasPlaceholders(raw.written)) {
    const checked = checkRaw(raw, environments);
    const { document } = checked;
    return { ...checked, interpolated: document === null ? [] : [{ document, environment: null }] };
  }
  const rounds = checkRounds(raw, environments);
  const diagnostics = [
    ...mergeFindings(rounds.map(toFinding)),
    ...reportMissingVariables(rounds.map(toLack), environments ?? new Map()),
  ];
  const meanings = rounds.flatMap(({ scope, judged: { document } }) =>
    document === null ? [] : [{ document, environment: scope?.environment ?? null }],
  );
  const isSound = meanings.length === rounds.length;
  return {
    document: isSound ? (meanings[0]?.document ?? null) : null,
    rest: rounds[0]?.judged.rest ?? null,
    diagnostics,
    interpolated: isSound ? meanings : [],
  };
}

/** The reading of a manifest for one environment; without one where none is known that has the account. */
type Round = {
  readonly scope: Scope | null;
  readonly filled: InterpolatedAccount;
  readonly judged: PartlyValidated<WrittenAccount>;
};

// Environments with the same values give the same document: what was found sound once is not judged again.
function checkRounds(raw: RawDocument, environments: KnownEnvironments | null): readonly Round[] {
  const sound = new Map<string, Round['judged']>();
  const scopes = listScopes(raw, environments);
  return (scopes.length === 0 ? [null] : scopes).map((scope) => {
    const filled = resolveAccountPlaceholders(raw, scope);
    const values = JSON.stringify(filled.values);
    const known = filled.document.isWhole ? sound.get(values) : undefined;
    const judged = known ?? checkRaw(filled.document, environments);
    if (judged.document !== null && judged.diagnostics.length === 0) sound.set(values, judged);
    return { scope, filled, judged };
  });
}

function checkRaw(
  raw: RawDocument,
  environments: KnownEnvironments | null,
): PartlyValidated<WrittenAccount> {
  return checkDocument(raw, { kind: 'Account', rules: accountRules, environments });
}

function toLack({ scope, filled: { lacking } }: Round) {
  return { environment: scope?.environment ?? '', lacking };
}

function toFinding({ scope, filled, judged }: Round) {
  // What is said of a placeholder need not be said of the schema as well.
  const places = new Set(filled.diagnostics.flatMap(({ at }) => (at ? [formatSpan(at)] : [])));
  const others = judged.diagnostics.filter(
    ({ at }) => at === undefined || !places.has(formatSpan(at)),
  );
  return {
    environment: scope?.environment ?? null,
    diagnostics: [
      ...filled.diagnostics,
      ...others.map((found) => withVariables(found, filled, scope?.environment ?? '')),
    ],
  };
}

/** Variables that are shown beside a mistake; a list of many tags says nothing. */
const maxOrigins = 5;

/** The same with the places of the variables that the value came from, unless they may be secrets. */
function withVariables(
  diagnostic: Diagnostic,
  { document, used }: InterpolatedAccount,
  environment: string,
): Diagnostic {
  const { at, masked, related = [] } = diagnostic;
  if (at === undefined || masked === true) return diagnostic;
  if (!isSamePlace(document.spanOf(at.pointer), at)) return diagnostic;
  const names = [...used].flatMap(([pointer, part]) =>
    `${pointer}/`.startsWith(`${at.pointer}/`) ? part : [],
  );
  const origins = names.slice(0, maxOrigins).map(({ name, variable }) => ({
    at: variable.at,
    says: `vars.${name} of ${environment}`,
  }));
  return origins.length === 0 ? diagnostic : { ...diagnostic, related: [...related, ...origins] };
}

function isSamePlace(left: SourceSpan, right: SourceSpan): boolean {
  return left.line === right.line && left.column === right.column;
}
