import type { GlobalOptions } from '../../app/context.ts';
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
import { formatCommand } from '../../model/report/advice/commands.ts';

/** A fleet that has a rollout in its file, and its accounts in the environment. */
export type RolledOutFleet = {
  readonly fleet: Fleet;
  readonly written: WrittenRollout;
  readonly entries: readonly AccountEntry[];
};

type Fleets = Pick<ProjectContext, 'accounts' | 'fleets'>;

/** Where a fleet is looked for, and how it was asked for. */
type FleetRequest = {
  readonly options: Pick<GlobalOptions, 'directory'>;
  readonly project: Fleets & Pick<ProjectContext, 'environment'>;
};

/** Finds a fleet that has a rollout by its name. Throws `Refusal`. */
export function findFleet(
  { options: { directory }, project }: FleetRequest,
  name: string,
): RolledOutFleet {
  const { environment } = project;
  const { fleet, members } = findMembers(project, name);
  const written = fleet.document.written.spec.rollout;
  if (written === undefined) {
    const place = { directory, environment: environment.name };
    const stop = formatCommand(`rollout stop ${name}`, place, ['--reason TEXT']);
    throw new Refusal({
      ...reportError('rollout-refused', {
        summary: `The fleet ${name} has no spec.rollout`,
        at: fleet.document.spanOf('/spec'),
      }),
      remedy: `Add spec.rollout with its waves. End a rollout that is open with ${stop}.`,
    });
  }
  const isHere = (entry: AccountEntry) => findIdInEnvironment(entry, environment.name) !== null;
  return { fleet, written, entries: members.filter(isHere) };
}

/** Finds a fleet and its accounts by its name. Throws `Refusal`. */
export function findMembers(
  { accounts, fleets }: Fleets,
  name: string,
): { readonly fleet: Fleet; readonly members: readonly AccountEntry[] } {
  const fleet = fleets.find((each) => each.name === name);
  if (fleet !== undefined) {
    return { fleet, members: accounts.filter(({ layering }) => layering?.fleet?.name === name) };
  }
  throw new Refusal({
    ...reportError('rollout-refused', { summary: `The project has no fleet ${name}` }),
    remedy:
      formatNearest(
        name,
        fleets.map((each) => each.name),
      ) ?? 'Name a fleet of the folder fleets.',
  });
}

/**
 * Checks that a fleet whose rollout goes on has accounts: a step without any would end it, and rows that come back
 * would be on its revision. Throws `Refusal`.
 */
export function checkHasAccounts(
  request: ProjectRequest<GlobalOptions & { readonly fleet: string }>,
): void {
  const { options, project } = request;
  const { fleet: name, directory } = options;
  const { fleet, entries } = findFleet(request, name);
  if (entries.length > 0) return;
  const environment = project.environment.name;
  const stop = formatCommand(`rollout stop ${name}`, { directory, environment }, ['--reason TEXT']);
  throw new Refusal({
    ...reportError('rollout-refused', {
      summary: `The fleet ${name} has 0 accounts in the environment ${environment}, so its rollout cannot go on`,
      at: fleet.document.spanOf('/spec/tables'),
    }),
    remedy: `Restore the rows of its tables, or end it with ${stop}.`,
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
