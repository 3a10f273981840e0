import type { RequestRecord } from '../../../../src/emulator/http/request-log.ts';
import type { DumpedAccount } from '../../../worlds/console/dumped.ts';

type Window = {
  readonly before: readonly DumpedAccount[];
  readonly after: readonly DumpedAccount[];
  readonly records: readonly RequestRecord[];
};

/**
 * Law 9 at every request: lists the cycles that were started while another one of their tag ran.
 * Counts only starts that certainly happened, and takes each stop or delete that may have happened for one. Does
 * not see a cycle that came and went in the window; nothing in a world stops one without a request.
 */
export function listBeside(
  { before, after, records }: Window,
  unmanaged: ReadonlySet<string>,
): readonly string[] {
  const once = new Set([...listOnce(before), ...listOnce(after)]);
  const marks = new Map(
    [...listMarks(before), ...listMarks(after)].filter(([id]) => !once.has(id)),
  );
  const running = new Set(
    before
      .flatMap(({ cycles }) => cycles)
      .filter(({ id, status }) => status === 'Active' && !unmanaged.has(id))
      .map(({ id }) => id),
  );
  return records.flatMap((record) => {
    const [, id = '', verb] = /\/cycles\/([^/]+)(?:\/((?:de)?activate))?$/.exec(record.path) ?? [];
    if (verb === 'deactivate' || (verb === undefined && record.method === 'DELETE'))
      running.delete(id);
    if (verb !== 'activate' || unmanaged.has(id) || !isCertain(record)) return [];
    const mark = marks.get(id);
    const others = [...running].filter((each) => each !== id && marks.get(each) === mark);
    running.add(id);
    return mark === undefined ? [] : others.map((other) => `${id} starts beside ${other}: ${mark}`);
  });
}

// In its account, a tag of ours is that of one entry in Git.
function listMarks(accounts: readonly DumpedAccount[]): (readonly [string, string])[] {
  return accounts.flatMap(({ externalId, cycles }) =>
    cycles.flatMap(({ id, tags }) =>
      tags
        .filter((tag) => tag.startsWith('cyclectl:'))
        .map((tag) => [id, `${externalId} ${tag}`] as const),
    ),
  );
}

// A cycle that runs once stops by itself.
function listOnce(accounts: readonly DumpedAccount[]): readonly string[] {
  return accounts.flatMap(({ cycles }) =>
    cycles.filter(({ activation }) => activation?.runOnce === true).map(({ id }) => id),
  );
}

function isCertain({ status, fault }: RequestRecord): boolean {
  return fault === null && status !== null && status < 300;
}
