import { readPointer } from '../../kit/json/json-pointer.ts';
import { formatNearest } from '../../kit/text/nearest.ts';
import { type Diagnostic, reportError } from '../../model/diagnostic/diagnostic.ts';
import type { WrittenAccount } from '../../model/manifest/manifest.generated.ts';
import type {
  AccountDocument,
  PartlyValidated,
  RawDocument,
} from '../../model/manifest/manifest.ts';
import { projectFile } from '../../model/manifest/project.ts';
import type { KnownEnvironments } from '../../model/manifest/variable.ts';
import { formatSpan, type SourceSpan } from '../../model/source-span.ts';
import { checkDocument } from './check-document.ts';
import { isRendered, resolveWritten } from './layers/resolve-written.ts';
import type {
  InterpolatedAccount,
  LackingVariable,
  Origin,
} from './placeholders/interpolated-account.ts';
import { mergeFindings } from './placeholders/merge-findings.ts';
import { listScopes, type Scope } from './placeholders/scope.ts';
import { accountRules } from './rules/account-rules.ts';
import { accountManifest } from './schema/account-manifests.ts';

type MissingVariables = {
  readonly environment: string;
  readonly lacking: readonly LackingVariable[];
};

/** A resolved manifest and its environment; null for every environment of the account. */
export type InterpolatedManifest = {
  readonly document: AccountDocument;
  readonly environment: string | null;
};

/** A further check of a valid manifest, in all its environments. */
export type ManifestCheck = (
  interpolated: readonly InterpolatedManifest[],
) => Promise<readonly Diagnostic[]>;

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
  if (readPointer(raw.written, '/kind') !== 'Account' || !isRendered(raw)) {
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
    const filled = resolveWritten(raw, scope);
    // Layers may have settings of an environment.
    const values =
      scopes.length < 2
        ? ''
        : JSON.stringify(raw.layering === null ? filled.values : filled.document.written);
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
  return checkDocument(raw, { schema: accountManifest, rules: accountRules, environments });
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
      ...others.map((found) => withOrigins(found, filled, scope?.environment ?? '')),
    ],
  };
}

/** Maximum of variables listed with a mistake, because a long list does not help. */
const maxOrigins = 5;

/**
 * Adds the places of the variables and inputs behind a wrong value, unless they may be secrets. A
 * mistake in a value that is an input itself is at the place of that.
 */
function withOrigins(
  diagnostic: Diagnostic,
  { document, used, useOf }: InterpolatedAccount,
  environment: string,
): Diagnostic {
  const { at, masked, related = [] } = diagnostic;
  // A mistake of the whole account is of no value.
  if (at === undefined || masked === true || at.pointer === '/spec') return diagnostic;
  if (!isSamePlace(document.spanOf(at.pointer), at)) return diagnostic;
  const names = [...used].flatMap(([pointer, part]) =>
    `${pointer}/`.startsWith(`${at.pointer}/`) ? part : [],
  );
  const whole = used.get(at.pointer)?.find(({ isWhole }) => isWhole);
  if (whole !== undefined) {
    const use = { at: useOf(at.pointer), says: `set by ${whole.name}` };
    return { ...diagnostic, related: [...related, use] };
  }
  const origins = names
    .slice(0, maxOrigins)
    .map((origin) => ({ at: origin.at, says: formatOrigin(origin, environment) }));
  return origins.length === 0 ? diagnostic : { ...diagnostic, related: [...related, ...origins] };
}

function formatOrigin({ name }: Origin, environment: string): string {
  return name.startsWith('vars.') ? `${name} of ${environment}` : name;
}

function isSamePlace(left: SourceSpan, right: SourceSpan): boolean {
  return left.line === right.line && left.column === right.column;
}

/**
 * Reports each placeholder once, with the environments that lack its variable, and the nearest
 * names or its place in another environment. `lacks` has all environments of the account.
 */
function reportMissingVariables(
  lacks: readonly MissingVariables[],
  environments: KnownEnvironments,
): readonly Diagnostic[] {
  const places = new Map<string, { lack: LackingVariable; names: string[] }>();
  for (const { environment, lacking } of lacks) {
    for (const lack of lacking) {
      const location = `${formatSpan(lack.at)} ${lack.name}`;
      const known = places.get(location) ?? { lack, names: [] };
      places.set(location, known);
      if (!known.names.includes(environment)) known.names.push(environment);
    }
  }
  return [...places.values()].map(({ lack: { name, at, masked }, names }) =>
    reportError('unknown-variable', {
      summary: `${formatOwners(names)} no variable ${name}`,
      at,
      ...findElsewhere(name, environments),
      remedy: suggest(name, names, environments),
      ...(masked ? { masked } : {}),
    }),
  );
}

function formatOwners(names: readonly string[]): string {
  const [first = ''] = names;
  if (names.length === 1) return `The environment ${first} has`;
  return `The environments ${names.slice(0, -1).join(', ')} and ${names.at(-1)} have`;
}

function suggest(name: string, names: readonly string[], environments: KnownEnvironments): string {
  const location =
    names.length === 1
      ? `spec.environments.${names[0]}.variables of ${projectFile}`
      : `variables of each of them, in spec.environments of ${projectFile}`;
  const add = `Write ${name} under ${location}.`;
  const others = names.flatMap((each) => [...(environments.get(each)?.variables?.keys() ?? [])]);
  const near = formatNearest(name, others);
  return near === null ? add : `${add} ${near}`;
}

function findElsewhere(name: string, environments: KnownEnvironments): Pick<Diagnostic, 'related'> {
  for (const [environment, { variables }] of environments) {
    const variable = variables?.get(name);
    if (variable !== undefined) {
      return { related: [{ at: variable.at, says: `defined for ${environment}` }] };
    }
  }
  return {};
}
