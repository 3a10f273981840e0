import { compareTexts } from '../../kit/text/compare-texts.ts';
import type { FileConnector } from '../../model/desired/cycle-file/cycle-file.ts';
import { type AccountEntry, findIdInEnvironment } from '../../model/manifest/manifest.ts';
import type { KnownEnvironments } from '../../model/manifest/variable.ts';
import type { Files } from '../../model/ports.ts';
import { loadCycleFile } from '../cycle-file/load-cycle-files.ts';
import { findDocument } from '../observe/find-document.ts';

/** Names that the manifests of an environment use. */
export type UsedNames = {
  readonly templates: ReadonlySet<string>;
  /** Versions by connector; null is the latest. */
  readonly connectors: ReadonlyMap<string, ReadonlySet<string | null>>;
  /** Connectors by the keys that manifests give them, those of most accounts first. */
  readonly keys: ReadonlyMap<string, ReadonlySet<string>>;
};

/** Lists the templates and connectors that manifests and their cycle files use in an environment. */
export async function listUsed(
  files: Files,
  project: {
    readonly environment: string;
    readonly environments: KnownEnvironments;
    readonly accounts: readonly AccountEntry[];
  },
): Promise<UsedNames> {
  const { environment, environments, accounts } = project;
  const templates = new Set<string>();
  const connectors = new Map<string, Set<string | null>>();
  const keys = new Map<string, Set<string>>();
  const uses = new Map<string, number>();
  const known = new Map<string, readonly FileConnector[]>();
  const addConnector = (name: string, version: string | null) => {
    const versions = connectors.get(name) ?? new Set();
    connectors.set(name, versions.add(version));
  };
  for (const entry of accounts) {
    if (findIdInEnvironment(entry, environment) === null) continue;
    const { document } = await findDocument({ files, environment, environments }, entry);
    const { spec } = document?.written ?? {};
    for (const [key, { connector }] of Object.entries(spec?.connectors ?? {})) {
      addConnector(connector.name, connector.version ?? null);
      keys.set(key, (keys.get(key) ?? new Set()).add(connector.name));
      uses.set(key, (uses.get(key) ?? 0) + 1);
    }
    for (const { from } of Object.values(spec?.cycles ?? {})) {
      if ('template' in from) templates.add(from.template);
      else {
        const used = known.get(from.file) ?? (await listFileConnectors(files, from.file));
        known.set(from.file, used);
        for (const { name, version } of used) addConnector(name, version);
      }
    }
  }
  const toUses = ([key]: readonly [string, unknown]) => uses.get(key) ?? 0;
  const sorted = [...keys].toSorted(
    (one, other) => toUses(other) - toUses(one) || compareTexts(one[0], other[0]),
  );
  return { templates, connectors, keys: new Map(sorted) };
}

// A missing file is reported by validate.
async function listFileConnectors(files: Files, path: string): Promise<readonly FileConnector[]> {
  const { loaded } = await loadCycleFile(files, path, null);
  return loaded?.file.steps.flatMap(({ connector }) => connector ?? []) ?? [];
}
