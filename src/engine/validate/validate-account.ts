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

/** A resolved manifest and its environment; null for every environment of the account. */
export type InterpolatedManifest = {
  readonly document: AccountDocument;
  readonly environment: string | null;
};

/**
 * A validated manifest and its resolved documents: none if it has errors; one, or one per
 * environment.
 */
export type AccountValidation = PartlyValidated<WrittenAccount> & {
  readonly interpolated: readonly InterpolatedManifest[];
};

/**
 * Validates a document of a manifest folder. With placeholders it validates the resolved document
 * of each environment, and reports each mistake once. `environments` are those of the project; null
 * if unknown.
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
  const meanings = rounds.flatMap(({ scope, validated: { document } }) =>
    document === null ? [] : [{ document, environment: scope?.environment ?? null }],
  );
  const isSound = meanings.length === rounds.length;
  return {
    document: isSound ? (meanings[0]?.document ?? null) : null,
    rest: rounds[0]?.validated.rest ?? null,
    diagnostics,
    interpolated: isSound ? meanings : [],
  };
}

/** A manifest read for one environment; without scope if no known environment has the account. */
type Round = {
  readonly scope: Scope | null;
  readonly filled: InterpolatedAccount;
  readonly validated: PartlyValidated<WrittenAccount>;
};

// Environments with the same values give the same document, which is validated once.
function checkRounds(raw: RawDocument, environments: KnownEnvironments | null): readonly Round[] {
  const sound = new Map<string, Round['validated']>();
  const scopes = listScopes(raw, environments);
  return (scopes.length === 0 ? [null] : scopes).map((scope) => {
    const filled = resolveAccountPlaceholders(raw, scope);
    const values = JSON.stringify(filled.values);
    const known = filled.document.isWhole ? sound.get(values) : undefined;
    const validated = known ?? checkRaw(filled.document, environments);
    if (validated.document !== null && validated.diagnostics.length === 0)
      sound.set(values, validated);
    return { scope, filled, validated };
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

function toFinding({ scope, filled, validated }: Round) {
  // A mistake in a placeholder hides the schema's mistake at the same place.
  const places = new Set(filled.diagnostics.flatMap(({ at }) => (at ? [formatSpan(at)] : [])));
  const others = validated.diagnostics.filter(
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

/** Maximum of variables listed with a mistake, because a long list does not help. */
const maxOrigins = 5;

/** Adds the places of the variables behind a wrong value, unless they may be secrets. */
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
