import { loadProject } from '../../../engine/load/load-project.ts';
import { listRefs } from '../../../engine/validate/references/list-refs.ts';
import { formatCanonicalJson } from '../../../kit/json/canonical-json.ts';
import { readPointer, toPointer } from '../../../kit/json/json-pointer.ts';
import type { RawDocument } from '../../../model/manifest/manifest.ts';
import { type Environment, projectFile } from '../../../model/manifest/project.ts';
import type { Files } from '../../../model/ports.ts';
import { findRefPath } from '../../../model/secret/secret-path.ts';
import type { FilesSince } from './files-since.ts';
import { readOneText } from './read-one-text.ts';

/**
 * Accounts that a change of shared files affects: all, because of a file, or those that use some
 * variables.
 */
export type Reach =
  | { readonly kind: 'all'; readonly file: string }
  | { readonly kind: 'variables'; readonly variables: ReadonlySet<string> };

const noAccounts: Reach = { kind: 'variables', variables: new Set() };

/**
 * Finds the accounts affected by changes of cyclectl.yaml and the files that its environment names.
 * Returns all where the change is unknown or goes beyond variables and other environments.
 */
export async function decideReach(
  since: FilesSince,
  files: Files,
  environment: Environment,
): Promise<Reach> {
  const { document } = await loadProject(files);
  if (document === null) return { kind: 'all', file: projectFile };
  const file = listShared(document, environment).find((path) => since.isTouched(path));
  if (file !== undefined) return { kind: 'all', file };
  if (!since.isTouched(projectFile) && since.isKnown(projectFile)) return noAccounts;
  const earlier = await readEarlier(since);
  if (earlier === null) return { kind: 'all', file: projectFile };
  return compare(earlier, document, environment.name);
}

// Includes the world of an embedded service, because it is the service itself.
function listShared(document: RawDocument, { name, service }: Environment): readonly string[] {
  const own = toPointer(['spec', 'environments', name]);
  const refs = listRefs('Project', readPointer(document.written, own), own);
  const secrets = [...refs].flatMap(({ ref }) => findRefPath(ref) ?? []);
  return service.kind === 'emulator' ? [service.worldFile, ...secrets] : secrets;
}

async function readEarlier(since: FilesSince): Promise<RawDocument | null> {
  const text = await since.readEarlier(projectFile);
  if (text === null) return null;
  const { document, diagnostics } = await loadProject(readOneText(text));
  return diagnostics.length > 0 ? null : document;
}

function compare(earlier: RawDocument, now: RawDocument, environment: string): Reach {
  const [before, after] = [split(earlier, environment), split(now, environment)];
  if (before.rest !== after.rest) return { kind: 'all', file: projectFile };
  const names = new Set([...before.variables.keys(), ...after.variables.keys()]);
  const isOther = (name: string) => before.variables.get(name) !== after.variables.get(name);
  return { kind: 'variables', variables: new Set([...names].filter(isOther)) };
}

/** Splits a project, for one environment, into its variables and the rest. */
function split({ written }: RawDocument, environment: string) {
  const at = ['spec', 'environments', environment];
  const { spec, ...project } = toRecord(written);
  const { environments: _, ...shared } = toRecord(spec);
  const { variables, ...own } = toRecord(readPointer(written, toPointer(at)));
  const entries = Object.entries(toRecord(variables));
  return {
    rest: formatCanonicalJson({ project, shared, own }),
    variables: new Map(entries.map(([name, value]) => [name, formatCanonicalJson(value)])),
  };
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
