import type { Shard } from '../../../app/options/daily-options.ts';
import type { ProjectContext } from '../../../app/project/open-project.ts';
import { toHash } from '../../../kit/hash.ts';

/** Hexadecimal digits of a digest that a number holds exactly. */
const digits = 12;

/** Narrows a project to a part of its selected accounts; the parts have each of them once. */
export function selectShard(project: ProjectContext, { part, of }: Shard): ProjectContext {
  const { entries, skipped } = project.selected;
  const kept = entries.filter(
    ({ key }) => Number.parseInt(toHash(key).slice(0, digits), 16) % of === part - 1,
  );
  return {
    ...project,
    selected: { entries: kept, skipped: skipped + entries.length - kept.length },
    named: project.named === null ? null : kept.length,
  };
}

/** The part as it is written on the command line. */
export function formatShard({ part, of }: Shard): string {
  return `${part}/${of}`;
}
