import { OperationalError } from '../../kit/operational-error.ts';
import { toVisible } from '../../kit/text/visible-text.ts';
import type { RunReader } from '../../model/ports.ts';
import type { RunRecord } from '../../model/state/run.ts';

/** The remedy that names the runs. */
export const historyRemedy = 'Run cyclectl history to list the runs of this environment.';

/** Resolves the id of a run, or an unambiguous prefix of it. Throws `OperationalError`. */
export async function resolveRun(store: RunReader, text: string): Promise<RunRecord> {
  const [run, other] = await listRunsByPrefix(store, text);
  if (run === undefined) throw toUnknownRunError(text);
  if (other !== undefined) throw toAmbiguousRunError(text);
  return run;
}

/** Number of latest runs to search. */
const recent = 1000;

/** Lists the runs whose ids start with a text. */
export async function listRunsByPrefix(
  store: RunReader,
  text: string,
): Promise<readonly RunRecord[]> {
  const exact = await store.readRun(text);
  if (exact !== null) return [exact];
  return (await store.listRuns(recent)).filter(({ id }) => text !== '' && id.startsWith(text));
}

/** No run has the id, as it was typed. */
export function toUnknownRunError(text: string): OperationalError {
  return new OperationalError(`no run has the id ${toQuoted(text)}`, { remedy: historyRemedy });
}

/** More than one run has an id that begins as it was typed. */
export function toAmbiguousRunError(text: string): OperationalError {
  return new OperationalError(`several runs have an id that starts with ${toQuoted(text)}`, {
    remedy: `Write more of its id. ${historyRemedy}`,
  });
}

function toQuoted(text: string): string {
  return `"${toVisible(text)}"`;
}
