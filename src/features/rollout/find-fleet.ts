import { Refusal } from '../../app/output/refusal.ts';
import { readToday } from '../../app/ports/open-ports.ts';
import type { ProjectContext, ProjectRequest } from '../../app/project/open-project.ts';
import { openProjectFiles } from '../../app/project/project-files.ts';
import { openRevisions, type Revisions } from '../../engine/index/revisions/revisions.ts';
import type { FleetReader } from '../../engine/index/revisions/with-renames.ts';
import { formatNearest } from '../../kit/text/nearest.ts';
import { reportError } from '../../model/diagnostic/diagnostic.ts';
import type { Fleet, WrittenRollout } from '../../model/manifest/layers.ts';
import { type AccountEntry, findIdInEnvironment } from '../../model/manifest/manifest.ts';

/** A fleet that has a rollout in its file, and its accounts in the environment. */
export type RolledOutFleet = {
  readonly fleet: Fleet;
  readonly written: WrittenRollout;
  readonly entries: readonly AccountEntry[];
};

/** Finds a fleet that has a rollout by its name. Throws `Refusal`. */
export function findFleet(
  { accounts, environment }: Pick<ProjectContext, 'accounts' | 'environment'>,
  name: string,
): RolledOutFleet {
  const { fleet, members } = findMembers({ accounts }, name);
  const written = fleet.document.written.spec.rollout;
  if (written === undefined) {
    throw new Refusal({
      ...reportError('rollout-refused', {
        summary: `The fleet ${name} has no spec.rollout: each apply writes its newest revision everywhere`,
        at: fleet.document.spanOf('/spec'),
      }),
      remedy: 'Add spec.rollout with its waves.',
    });
  }
  const isHere = (entry: AccountEntry) => findIdInEnvironment(entry, environment.name) !== null;
  return { fleet, written, entries: members.filter(isHere) };
}

/** Finds a fleet and its accounts by its name. Throws `Refusal`. */
export function findMembers(
  { accounts }: Pick<ProjectContext, 'accounts'>,
  name: string,
): { readonly fleet: Fleet; readonly members: readonly AccountEntry[] } {
  const members = accounts.filter(({ layering }) => layering?.fleet?.name === name);
  const fleet = members[0]?.layering?.fleet;
  if (fleet != null) return { fleet, members };
  const names = accounts.flatMap(({ layering }) => layering?.fleet?.name ?? []);
  throw new Refusal({
    ...reportError('rollout-refused', {
      summary: `The project has no accounts of a fleet ${name}`,
    }),
    remedy: formatNearest(name, new Set(names)) ?? 'Name a fleet of the folder fleets.',
  });
}

/** Opens the revisions that accounts are on now. */
export function openFleetRevisions(
  { options, project }: ProjectRequest,
  store: FleetReader,
): Promise<Revisions> {
  const files = openProjectFiles(options.directory);
  const { accounts, environment } = project;
  return openRevisions(files, store, {
    accounts,
    today: readToday(),
    environment: environment.name,
  });
}
