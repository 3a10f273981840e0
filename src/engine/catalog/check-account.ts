import type { BoundConnector, NamedCycle, Refusable } from '../../model/desired/bound.ts';
import type {
  DesiredAccount,
  DesiredConnector,
  DesiredCycle,
} from '../../model/desired/desired.ts';
import { resolveOwner } from '../../model/desired/scope/ownership.ts';
import type { DiagnosticCode } from '../../model/diagnostic/codes.ts';
import { type Diagnostic, reportWarning } from '../../model/diagnostic/diagnostic.ts';
import { findLatestRelease, type NamedParts } from '../../model/live/live.ts';
import { catalogFile, type OfflineCatalog } from '../../model/live/saved-catalog.ts';
import { bindConnectors } from '../bind/bind-connectors.ts';
import { bindCycles } from '../bind/bind-cycles.ts';
import { bindCheck } from '../bind/calls/bind-check.ts';
import { classifyMethodName, findMethod } from '../bind/calls/find-method.ts';
import { withOwnedActivity } from '../bind/resolve-activity.ts';
import { resolveCycleNames } from '../bind/resolve-cycle-names.ts';
import { readFileTemplate, readImport } from '../observe/cycles/read-import.ts';
import { checkRequiredValues } from './check-required-values.ts';

/** Mistakes that a cycle that was edited in the console, or upgraded, need not have. */
const ofStructure: ReadonlySet<DiagnosticCode> = new Set([
  'step-unknown',
  'target-unknown',
  'source-unknown',
  'source-later',
  'variable-unknown',
  'slot-unknown',
  'slot-ambiguous',
  'slot-of-other-connector',
  'schedule-ignored',
  'cycle-file-target',
  'prerequisite-missing',
]);

/**
 * Judges the names and values of an account by a saved catalog, with the rules of a plan for an
 * account without live objects. Parts that the catalog does not show are not judged.
 */
export async function checkAccount(
  desired: DesiredAccount,
  offline: OfflineCatalog,
  { allowsEdited }: { readonly allowsEdited: boolean },
): Promise<readonly Diagnostic[]> {
  const connectors: ReadonlyMap<string, DesiredConnector> =
    desired.connectors.kind === 'set' ? desired.connectors.value : new Map();
  const cycles: ReadonlyMap<string, DesiredCycle> =
    desired.cycles.kind === 'set' ? desired.cycles.value : new Map();
  const found: Diagnostic[] = [];
  const boundConnectors = bindConnectors(connectors, offline.catalog.releases);
  for (const bound of boundConnectors) {
    const { release } = bound;
    if (release !== null && offline.named.has(release.id)) {
      found.push(reportUnjudged(bound.desired, `connector ${release.name}`));
      continue;
    }
    found.push(...listFindings(bound, { desired, kind: 'connector', ...bound.desired }));
    found.push(...(await checkMethods(bound, offline)));
  }
  const mistakes: Diagnostic[] = [];
  const named: NamedCycle[] = [];
  for (const cycle of cycles.values()) {
    const resolved = await resolveNames(cycle, { desired, connectors, offline });
    if (resolved === null) continue;
    named.push(resolved);
    mistakes.push(...(await checkCycle(resolved, { desired, offline })));
  }
  mistakes.push(...checkRequiredValues(desired, boundConnectors, named));
  return [...found, ...(allowsEdited ? mistakes.map(toWarning) : mistakes)];
}

type Judged = { readonly desired: DesiredAccount; readonly offline: OfflineCatalog };

async function resolveNames(
  written: DesiredCycle,
  {
    desired,
    connectors,
    offline: { catalog, named },
  }: Judged & { readonly connectors: ReadonlyMap<string, DesiredConnector> },
): Promise<NamedCycle | null> {
  const { missingSecrets: _, ...known } = written;
  const none = { live: null, record: null, isInterrupted: false };
  const cycle = withOwnedActivity(known, desired.ownership, none);
  const [bound] = bindCycles(new Map([[cycle.key, cycle]]), catalog);
  if (bound === undefined) return null;
  const { source } = bound;
  let template: NamedParts | null = null;
  if (source.kind === 'template') {
    const shape = await catalog.readTemplateShape(source.id);
    template = shape.ok ? shape.value : null;
  } else if (source.kind === 'file') template = await readFileTemplate(catalog, source.loaded);
  return resolveCycleNames(bound, {
    instance: null,
    template,
    connectors,
    isUnbound: false,
    // A live cycle needs no schedule, and validate does not know if there is one.
    isReplacing: true,
    releases: catalog.releases.filter(({ id }) => !named.has(id)),
  });
}

async function checkCycle(
  resolved: NamedCycle,
  { desired, offline }: Judged,
): Promise<readonly Diagnostic[]> {
  const { desired: cycle, source } = resolved.bound;
  const ofFile = source.kind === 'file' ? await checkFile(cycle, offline) : [];
  const unjudged =
    source.kind === 'template' && offline.named.has(source.id)
      ? [reportUnjudged(cycle, `template ${source.name}`)]
      : [];
  const found = listFindings(resolved, { desired, kind: 'cycle', address: cycle.address });
  return [...unjudged, ...found, ...ofFile];
}

function reportUnjudged(
  { at, address }: Pick<DesiredConnector, 'at' | 'address'>,
  what: string,
): Diagnostic {
  return reportWarning('catalog-incomplete', {
    summary: `${address} was not judged: ${catalogFile} has only the name of the ${what}`,
    at,
    address,
    remedy: `Run cyclectl catalog save, and commit ${catalogFile}.`,
  });
}

// A release of which only the name is known may have the methods of the file.
async function checkFile(
  { address, name, origin }: DesiredCycle,
  { catalog, named }: OfflineCatalog,
): Promise<readonly Diagnostic[]> {
  if (origin.kind !== 'file' || origin.loaded === null) return [];
  const { loaded } = origin;
  for (const { connector } of loaded.file.steps) {
    const release = findLatestRelease(
      catalog.releases.filter(
        (each) =>
          each.name === connector?.name &&
          (connector.version === null || each.version === connector.version),
      ),
    );
    if (release !== null && named.has(release.id)) return [];
  }
  const spec = { account: '', name, tag: null, loaded, connectors: new Map() };
  const prepared = await readImport(catalog, spec);
  if (!prepared.ok || prepared.value.kind !== 'lacking') return [];
  return prepared.value.diagnostics.map((each) => ({ ...each, address }));
}

// An installed release is known only if the manifest names it, or the connector has no other.
async function checkMethods(
  { desired, release }: BoundConnector,
  { catalog }: OfflineCatalog,
): Promise<readonly Diagnostic[]> {
  const { address, checks, connector } = desired;
  const others = catalog.releases.filter(({ name }) => name === connector.name);
  if (release === null || (connector.version === null && others.length > 1)) return [];
  const methods = await catalog.readMethods(release.id);
  if (!methods.ok) return [];
  return checks.flatMap((check) => {
    const isNamed = methods.value.some(({ name }) => name === check.method);
    if (!isNamed && classifyMethodName(check.method) !== 'name') return [];
    const found = findMethod(check.method, release, methods.value);
    // Its remedy is an id, which this file does not have.
    if ('refused' in found && found.refused.code === 'method-ambiguous') return [];
    const bound =
      'refused' in found
        ? { refused: [found.refused] }
        : bindCheck(check, { account: '', connector: '', method: found.method });
    if (!('refused' in bound)) return [];
    return bound.refused.map((each) => ({ at: check.at, ...each, address }));
  });
}

/** Lists what a plan would report of an object, without fields that others own. */
function listFindings(
  { refusals, unresolved, warnings = new Map() }: Refusable,
  {
    desired,
    kind,
    address,
  }: Pick<DesiredConnector, 'address'> & {
    readonly desired: DesiredAccount;
    readonly kind: 'connector' | 'cycle';
  },
): readonly Diagnostic[] {
  const fields = [
    ...[...unresolved].map(([path, { diagnostic }]) => [path, diagnostic] as const),
    ...warnings,
  ];
  const own = fields.flatMap(([path, diagnostic]) =>
    resolveOwner(desired.ownership, { kind, address }, path) === 'observed' ? [] : [diagnostic],
  );
  // A missing step is reported once for all its fields.
  return [...refusals, ...own].filter(
    (each, index, all) => all.findIndex((other) => isSame(each, other)) === index,
  );
}

function isSame(left: Diagnostic, right: Diagnostic): boolean {
  return left.code === right.code && left.summary === right.summary && left.at === right.at;
}

function toWarning(diagnostic: Diagnostic): Diagnostic {
  return ofStructure.has(diagnostic.code) ? { ...diagnostic, severity: 'warning' } : diagnostic;
}
