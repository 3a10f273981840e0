import { listNamed } from '../../engine/run/journal/find-undoable.ts';
import { toVisible } from '../../kit/text/visible-text.ts';
import { Trouble } from '../../kit/trouble.ts';
import type { RunRecord } from '../../model/memory/run.ts';
import type { RunReader } from '../../model/ports.ts';

/** What shows the runs that can be named. */
export const historyRemedy = 'cyclectl history shows the runs of this environment.';

/** The run of an id, or of the beginning of one that only it has. Throws `Trouble`. */
export async function requireRun(store: RunReader, text: string): Promise<RunRecord> {
  const [run, other] = await listNamed(store, text);
  if (run === undefined) throw toUnknownRun(text);
  if (other !== undefined) throw toSeveralRuns(text);
  return run;
}

/** No run has the id, as it was typed. */
export function toUnknownRun(text: string): Trouble {
  return new Trouble(`there is no run ${toQuoted(text)}`, { remedy: historyRemedy });
}

/** More than one run has an id that begins as it was typed. */
export function toSeveralRuns(text: string): Trouble {
  return new Trouble(`several runs begin with ${toQuoted(text)}`, {
    remedy: `Write more of its id; ${historyRemedy}`,
  });
}

function toQuoted(text: string): string {
  return `"${toVisible(text)}"`;
}
