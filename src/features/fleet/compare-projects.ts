import { indexManifests } from '../../engine/index/index-manifests.ts';
import { findRendered } from '../../engine/observe/find-document.ts';
import { isSameJson } from '../../kit/json/canonical-json.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { AccountEntry } from '../../model/manifest/manifest.ts';
import type { Project } from '../../model/manifest/project.ts';
import type { Files } from '../../model/ports.ts';

/** Result of comparing what two states of a project say of their accounts. */
export type ProjectComparison = {
  /** Accounts that differ in an environment, or are in one state alone. */
  readonly differing: ReadonlySet<string>;
  /** Accounts that are equal in every environment. */
  readonly equal: number;
  /** Diagnostics of the later state. */
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Compares two states of a project. An account is equal if it has the same manifest in every
 * environment, with its layers merged and its placeholders resolved, and so the same plan.
 */
export async function compareProjects(before: Files, after: Files): Promise<ProjectComparison> {
  const [was, is] = [await openState(before), await openState(after)];
  const differing = new Set<string>();
  for (const key of new Set([...was.entries.keys(), ...is.entries.keys()])) {
    if (!(await isEqual(was, is, key))) differing.add(key);
  }
  const equal = is.entries.size - [...differing].filter((key) => is.entries.has(key)).length;
  return { differing, equal, diagnostics: is.diagnostics };
}

type ProjectState = {
  readonly files: Files;
  readonly project: Project | null;
  readonly entries: ReadonlyMap<string, AccountEntry>;
  readonly diagnostics: readonly Diagnostic[];
};

async function openState(files: Files): Promise<ProjectState> {
  const { project, index } = await indexManifests(files);
  const entries = new Map(index.accounts.map((entry) => [entry.key, entry]));
  return { files, project, entries, diagnostics: index.diagnostics };
}

async function isEqual(was: ProjectState, is: ProjectState, key: string): Promise<boolean> {
  for (const environment of is.project?.environments.keys() ?? []) {
    const [left, right] = [await render(was, key, environment), await render(is, key, environment)];
    if (left === null || right === null || !isSameJson(left, right)) return false;
  }
  return is.project !== null;
}

async function render({ files, project, entries }: ProjectState, key: string, environment: string) {
  const entry = entries.get(key);
  if (entry === undefined || project === null) return null;
  return findRendered({ files, environment, environments: project.environments }, entry);
}
