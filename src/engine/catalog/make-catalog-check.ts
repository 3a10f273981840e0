import { type Diagnostic, hasErrors, reportWarning } from '../../model/diagnostic/diagnostic.ts';
import {
  type CatalogSource,
  catalogFile,
  type OfflineCatalog,
  type SavedCatalogs,
} from '../../model/live/saved-catalog.ts';
import { findIdInEnvironment, toAccountEntry } from '../../model/manifest/manifest.ts';
import type { Environment, Project } from '../../model/manifest/project.ts';
import type { Files, Secrets } from '../../model/ports.ts';
import { toFingerprint } from '../../model/secret/secret.ts';
import { loadCycleFiles } from '../cycle-file/load-cycle-files.ts';
import { openCatalog } from '../live/open-catalog.ts';
import { resolveForRun } from '../observe/resolve-for-run.ts';
import { mergeFindings } from '../validate/placeholders/merge-findings.ts';
import type { ManifestCheck } from '../validate/validate-account.ts';
import { checkAccount } from './check-account.ts';
import { openSavedCatalog } from './open-saved-catalog.ts';

/** Catalogs by which manifests are judged. */
export type JudgedCatalogs = {
  /** Those of catalog.json. */
  readonly saved: SavedCatalogs;
  /** Those of embedded services, for environments that are not saved. */
  readonly local: ReadonlyMap<string, CatalogSource>;
  readonly allowsEdited: boolean;
};

/**
 * Makes the check of manifests by catalogs. It sends no request and reads no secret. An environment
 * without a catalog is not judged.
 */
export function makeCatalogCheck(
  files: Files,
  project: Project,
  judged: JudgedCatalogs,
): ManifestCheck {
  const opened = new Map<string, Promise<OfflineCatalog | null>>();
  const { environments } = project;
  const findCatalog = (environment: Environment): Promise<OfflineCatalog | null> => {
    const { name } = environment;
    const known = opened.get(name) ?? openOffline(environment, judged);
    opened.set(name, known);
    return known;
  };
  return async (interpolated) => {
    const findings = [];
    for (const { document, environment: only } of interpolated) {
      const entry = toAccountEntry(document);
      for (const environment of environments.values()) {
        const { name } = environment;
        if ((only !== null && only !== name) || findIdInEnvironment(entry, name) === null) continue;
        const catalog = await findCatalog(environment);
        // An ignore counts until its last day, which no catalog knows.
        const context = { environment: name, environments, secrets: noSecrets, today: '' };
        const resolved = catalog === null ? null : await resolveForRun(context, document);
        const loaded = resolved === null ? null : await loadCycleFiles(files, resolved);
        const diagnostics =
          catalog === null || loaded === null || hasErrors(loaded.diagnostics)
            ? []
            : await checkAccount(loaded.desired, catalog, judged);
        findings.push({ environment: name, diagnostics });
      }
    }
    return mergeFindings(findings);
  };
}

async function openOffline(
  { name, templates }: Environment,
  { saved, local }: JudgedCatalogs,
): Promise<OfflineCatalog | null> {
  const catalog = saved.get(name);
  if (catalog !== undefined) return openSavedCatalog(catalog, templates.keys());
  const source = local.get(name);
  if (source === undefined) return null;
  const read = await openCatalog(source, templates)(null);
  return read.ok ? { catalog: read.value, named: new Set() } : null;
}

/** Warns of saved catalogs of environments that the project does not have. */
export function checkSavedEnvironments(
  catalogs: SavedCatalogs,
  { environments }: Project,
): readonly Diagnostic[] {
  const others = [...catalogs.keys()].filter((name) => !environments.has(name));
  if (others.length === 0) return [];
  const names = others.map((name) => JSON.stringify(name)).join(', ');
  return [
    reportWarning('catalog-environment-unknown', {
      summary: `${catalogFile} has the catalog of ${names}, which cyclectl.yaml does not have`,
      at: { file: catalogFile, line: 1, column: 1, endLine: 1, endColumn: 2, pointer: '' },
      remedy: `Run cyclectl catalog save in an environment of the project: it removes the others.`,
    }),
  ];
}

/** References keep their places, and no value is read. */
const noSecrets: Secrets = {
  expect: () => undefined,
  read: async () => null,
  bind: async (ref) => ({ ref, fingerprint: null }),
  fingerprint: () => toFingerprint('none', ''),
};
